"""``execute``: runs a plan on its server and yields a stream of events."""

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, SimpleQueue

from benchlab import mysql
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.engine import error_messages
from benchlab.engine.events import Event, RunProblem
from benchlab.engine.generator.sequence_positions import Sequences
from benchlab.engine.phases.phase import execution_of
from benchlab.engine.phases.sql import table_phase
from benchlab.engine.places import workspace
from benchlab.engine.places.hang_detection import Patience
from benchlab.engine.places.server_restart import Restart
from benchlab.engine.places.workspace import ForeignSchemaError, Owner
from benchlab.engine.run_clock import RunClock
from benchlab.engine.run_context import RunContext
from benchlab.engine.run_failures import HaltedError, PhaseFailedError

LOOK_S = 0.1
KILL_AFTER_S = 0.4
"""Statements of a cancelled run get this long to end by themselves; then their threads are killed on the server."""
ADMIN_READ_TIMEOUT_S = 10


@dataclass(frozen=True)
class Access:
    """How to reach the plan's server. ``admin`` is the stored account, which creates the run's own."""

    admin: mysql.Address
    restart: Restart | None = None
    """Restarts the server; None where benchlab can not."""
    files: Path | None = None
    """The folder of this machine that loads may read files of."""
    patience: Patience = field(default_factory=Patience)


def execute(
    plan: Plan, access: Access, *, owner: Owner, clock: RunClock, stop: threading.Event,
    once_made: Callable[[], None] = lambda: None,
) -> Iterator[Event]:  # fmt: skip
    """Execute the plan; iterating waits for its events, in the order in which they happened.

    ``once_made`` is called when the plan's tables exist, before its first phase.

    Once ``stop`` is set the phases end, what was measured is reported, the load processes end and the run's threads on
    the server are killed, all within 2 s. A run that fails ends with a ``RunProblem`` of severity "error". What is
    raised is a bug. The run's schema stays; its account is dropped at the end.
    """
    run = _Run(plan, access, owner, clock, stop, once_made)
    run.start()
    try:
        yield from run.events()
    finally:
        run.end()
    if run.bug:
        raise run.bug


class _Run:
    """Performs the phases in a thread, which starts the load processes and outlives them."""

    def __init__(
        self, plan: Plan, access: Access, owner: Owner, clock: RunClock, stop: threading.Event,
        once_made: Callable[[], None],
    ) -> None:  # fmt: skip
        self.bug: BaseException | None = None
        self._plan = plan
        self._access = access
        self._owner = owner
        self._stop = stop
        self._once_made = once_made
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._clock = clock
        self._context = RunContext(
            plan,
            access.admin,
            clock,
            self._events.put,
            Sequences(plan.values),
            access.restart,
            admin=access.admin,
            files=access.files,
            patience=access.patience,
        )
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="run", daemon=True)
        self._watching = threading.Thread(target=self._watch, name="stop watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def events(self) -> Iterator[Event]:
        while self._thread.is_alive() or not self._events.empty():
            with suppress(Empty):
                yield self._events.get(timeout=LOOK_S)

    def end(self) -> None:
        """Also where nobody reads the events any more."""
        self._context.halt.set()
        self._thread.join()

    def _run(self) -> None:
        self._watching.start()
        problem: RunProblem | None = None
        try:
            self._perform()
        except PhaseFailedError as failed:
            problem = self._problem(failed.message, failed.code)
        except HaltedError:
            pass
        except BaseException as bug:
            self.bug = bug
        finally:
            self._over.set()
            self._watching.join()
            self._close_workspace()
        if problem and not self._stop.is_set():
            self._events.put(problem)

    def _problem(self, message: str, code: int | None) -> RunProblem:
        return RunProblem(self._clock.now_s(), None, message, "error", code)

    def _perform(self) -> None:
        self._context.account = self._open_workspace()
        if self._plan.tables:
            self._perform_phase(table_phase(self._plan.tables))
        self._once_made()
        for phase in self._plan.phases:
            self._perform_phase(phase)

    def _perform_phase(self, phase: PlannedPhase) -> None:
        if self._context.halt.is_set():
            raise HaltedError
        execution_of(phase, self._context).perform()

    # The workspace

    def _open_workspace(self) -> mysql.Address:
        target, admin = self._context.target, self._access.admin
        try:
            with mysql.connected(admin, read_timeout_s=ADMIN_READ_TIMEOUT_S) as connection:
                return workspace.create(
                    connection, target, address=admin, instance=self._owner.instance, run=self._owner.run
                )
        except mysql.Error as error:
            doing = f"Preparing the server {target.name}"
            raise PhaseFailedError(error_messages.sentence(error, doing=doing), mysql.error_code(error)) from error
        except ForeignSchemaError as foreign:
            raise PhaseFailedError(str(foreign)) from foreign

    def _close_workspace(self) -> None:
        try:
            with mysql.connected(self._access.admin, read_timeout_s=ADMIN_READ_TIMEOUT_S) as connection:
                workspace.close(connection, self._context.target)
        except mysql.Error as error:
            doing = "Ending the run's statements and dropping its account"
            self._events.put(RunProblem(self._clock.now_s(), None, error_messages.sentence(error, doing=doing)))

    # Stopping

    def _watch(self) -> None:
        """Pass ``stop`` on, and free the phases from statements that do not end."""
        while not (self._stop.is_set() or self._context.halt.is_set()):
            if self._over.wait(LOOK_S):
                return
        self._context.halt.set()
        while not self._over.wait(KILL_AFTER_S):
            self._kill_statements()

    def _kill_statements(self) -> None:
        with suppress(mysql.Error), mysql.connected(self._access.admin, read_timeout_s=1) as connection:
            workspace.kill(connection, self._context.target)
