"""The context that the phases of one run share."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from benchlab import mysql
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.engine import error_messages
from benchlab.engine.events import Event, RunProblem
from benchlab.engine.generator import compiled_core
from benchlab.engine.generator.sequence_positions import Sequences
from benchlab.engine.places import sessions
from benchlab.engine.places.hang_detection import HangDetector, Patience
from benchlab.engine.places.server_restart import Restart
from benchlab.engine.run_clock import RunClock
from benchlab.engine.run_failures import HaltedError, PhaseFailedError

T = TypeVar("T")
PROGRESS_EVERY_S = 0.5
CANCEL_GRACE_S = 0.7
"""How long work under way may take to end in order."""


@dataclass
class RunContext:
    plan: Plan
    account: mysql.Address
    clock: RunClock
    report: Callable[[Event], None]
    sequences: Sequences
    restart: Restart | None = None
    """Restarts the server; None where benchlab can not."""
    admin: mysql.Address = field(default_factory=mysql.Address)
    """The stored account, for what the run's own may not do: flushing tables and reading tablespaces."""
    files: Path | None = None
    """The folder that loads may read files of."""
    patience: Patience = field(default_factory=Patience)
    halt: threading.Event = field(default_factory=threading.Event)
    """Set when the run is cancelled or failed: every phase ends as soon as it can."""
    results: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Of the phases that are over, by name."""
    cache: str = ""
    """What the next phase finds in the caches, where a restart came right before it."""

    @property
    def target(self) -> Target:
        return self.plan.servers[0]

    @cached_property
    def why_not_compiled(self) -> str | None:
        """Why the run's clients can not use the compiled core. Raises ``PhaseFailedError``."""
        with self.connected("drive") as connection:
            return compiled_core.why_not(connection)

    def warn(self, phase: str, message: str) -> None:
        self.report(RunProblem(self.clock.now_s(), phase, message))

    def connected(self, phase: str) -> AbstractContextManager[mysql.Connection]:
        """A connection of the run's account. Raises ``PhaseFailedError`` where there is none."""
        return self._connected(self.account, self.target.schema, phase)

    def connected_as_admin(self, phase: str) -> AbstractContextManager[mysql.Connection]:
        """One of the stored account, in no schema. Raises ``PhaseFailedError`` where there is none."""
        return self._connected(self.admin, "", phase)

    @contextmanager
    def _connected(self, account: mysql.Address, schema: str, phase: str) -> Iterator[mysql.Connection]:
        try:
            connection = sessions.opened(account, schema)
        except mysql.Error as error:
            raise self._why(error, f"Connecting for the phase “{phase}”") from error
        try:
            yield connection
        finally:
            with suppress(mysql.Error):
                connection.close()

    def _why(self, error: mysql.Error, doing: str) -> PhaseFailedError | HaltedError:
        if self.halt.is_set():
            return HaltedError()
        return PhaseFailedError(error_messages.sentence(error, doing=doing), mysql.error_code(error))

    def carry_out(
        self, connection: mysql.Connection, step: Callable[[], T], *, doing: str, meanwhile: Callable[[], None]
    ) -> T:
        """The result of something that may block for long; ``meanwhile`` is called every half second.

        Raises ``PhaseFailedError`` with a sentence where the server refuses it, ``HaltedError`` once the run is over.
        """
        try:
            return self.wait_for(connection, step, doing=doing, meanwhile=meanwhile)
        except mysql.Error as error:
            raise self._why(error, doing) from error

    def wait_for(
        self, connection: mysql.Connection, step: Callable[[], T], *, doing: str, meanwhile: Callable[[], None]
    ) -> T:
        """As ``carry_out``, but raises ``mysql.Error`` where the server refuses."""
        hang_detector = self.hang_detector(connection.thread_id())
        with mysql.severable(connection) as sever, ThreadPoolExecutor(1, thread_name_prefix="step") as pool:
            future = pool.submit(step)
            try:
                return self._result(future, hang_detector, doing, meanwhile)
            finally:
                if not future.done():
                    with suppress(OSError):
                        sever()

    def hang_detector(self, thread: int | None = None) -> HangDetector:
        return HangDetector(self.account, self.target.schema, thread=thread, admin=self.admin, patience=self.patience)

    def _result(self, future: "Future[T]", hang_detector: HangDetector, doing: str, meanwhile: Callable[[], None]) -> T:
        halted_s: float | None = None
        while True:
            try:
                return future.result(PROGRESS_EVERY_S)
            except NotYet:
                meanwhile()
            if trouble := hang_detector.trouble():
                raise PhaseFailedError(f"{doing} {trouble}")
            if self.halt.is_set():
                # Its thread is killed on the server meanwhile, unless that does not answer.
                halted_s = halted_s or self.clock.now_s()
                if self.clock.now_s() > halted_s + CANCEL_GRACE_S:
                    raise HaltedError
