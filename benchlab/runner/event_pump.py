"""Draws the engine's events in a thread of its own, so that who waits for them can do other things meanwhile."""

import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue

from benchlab.engine.events import Event


class Pump(threading.Thread):
    def __init__(self, events: Iterator[Event]) -> None:
        super().__init__(name="engine", daemon=True)
        self._events = events
        self._drawn: SimpleQueue[Event] = SimpleQueue()
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            for event in self._events:
                self._drawn.put(event)
        except BaseException as error:  # Handed on to who waits.
            self._error = error

    def next(self, timeout_s: float) -> Event | None:
        """The next event, None if there was none in time."""
        try:
            return self._drawn.get(timeout=timeout_s)
        except Empty:
            return None

    @property
    def goes_on(self) -> bool:
        """Whether there may be another event. Raises what the engine raised, once there is none."""
        if self.is_alive() or not self._drawn.empty():
            return True
        if self._error:
            raise self._error
        return False
