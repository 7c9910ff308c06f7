"""Captures how the run's tables are laid out, on a connection and a thread of its own, so that nobody waits for it."""

import threading
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from benchlab import mysql
from benchlab.engine.error_messages import sentence
from benchlab.mysql import Address
from benchlab.probes.probe import Clock
from benchlab.probes.server import layout
from benchlab.probes.server.layout import Moment


@dataclass(frozen=True)
class Capture:
    at: Moment
    time_s: float
    rows: list[dict[str, Any]]


class Layouts(threading.Thread):
    """Takes one capture after the other as asked; those that were taken wait to be fetched."""

    def __init__(self, address: Address, schema: str, clock: Clock) -> None:
        super().__init__(name="layouts", daemon=True)
        self.problems: list[str] = []
        self.last_s = 0.0
        """When the last one was asked for."""
        self._address, self._schema, self._clock = address, schema, clock
        self._asked: SimpleQueue[tuple[Moment, bool] | None] = SimpleQueue()
        self._taken: SimpleQueue[Capture] = SimpleQueue()
        self._connection: mysql.Connection | None = None
        self._abandoned = threading.Event()

    def ask(self, at: Moment, *, exact: bool = False) -> None:
        if at != "during" or self._asked.empty():  # One that is late must not pile up more.
            self.last_s = self._clock.now_s()
            self._asked.put((at, exact))

    def taken(self) -> list[Capture]:
        """Those since the last call."""
        return [self._taken.get() for _ in range(self._taken.qsize())]

    def end(self) -> None:
        """End once everything that was asked for is taken."""
        self._asked.put(None)

    def abandon(self) -> None:
        """End now, even in the middle of a count."""
        self._abandoned.set()
        self.end()
        if self._connection and self.is_alive():
            with suppress(mysql.Error), mysql.connected(self._address) as other:
                mysql.run(other, f"KILL {self._connection.thread_id()}")

    def run(self) -> None:
        while (asked := self._asked.get()) and not self._abandoned.is_set():
            at, exact = asked
            try:
                self._take(at, exact=exact)
            except mysql.Error as error:
                self._connection = None
                # A server that restarts: the next one will do, and the last one has a connection of its own.
                if at != "during" or mysql.error_code(error) not in mysql.LOST_CODES:
                    self._report(error)
        if self._connection:
            self._connection.close()

    def _take(self, at: Moment, *, exact: bool) -> None:
        if self._connection is None:
            self._connection = mysql.connect(self._address)
        time_s = round(self._clock.now_s(), 3)
        rows = layout.read(self._connection, self._schema, at=at, time_s=time_s, exact=exact)
        self._taken.put(Capture(at, time_s, rows))

    def _report(self, error: mysql.Error) -> None:
        problem = sentence(error, doing="Reading the layout of the tables")
        if not self._abandoned.is_set() and problem not in self.problems:
            self.problems.append(problem)
