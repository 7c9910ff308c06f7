"""A common start for phases at once: those that are ready wait for those that still connect or render."""

import threading
import time

from benchlab.engine.run_clock import NS, RunClock
from benchlab.engine.run_failures import HaltedError

HEAD_START_NS = 50_000_000
"""Between the agreement and the start, to inform the load processes."""
LOOK_S = 0.1


class SynchronizedStart:
    """Set by the last of ``parties`` to be ready, at a whole second of the run: then a drive's seconds are all full."""

    def __init__(self, clock: RunClock, parties: int) -> None:
        self._clock = clock
        self._missing = parties
        self._start_ns = 0 if parties else clock.started_monotonic_ns
        self._changed = threading.Condition()

    def agree(self, halt: threading.Event) -> int:
        """Be ready and wait for the others; the moment of the start. Raises ``HaltedError`` where it never comes."""
        with self._changed:
            self._missing -= 1
            if self._missing == 0:
                self._start_ns = self._clock.whole_second_after(time.monotonic_ns() + HEAD_START_NS)
                self._changed.notify_all()
        return self._agreed(halt)

    def wait(self, halt: threading.Event) -> None:
        """Wait until the parties have started, for a phase that is not one. Raises ``HaltedError``."""
        if halt.wait(max(0, self._agreed(halt) - time.monotonic_ns()) / NS):
            raise HaltedError

    def _agreed(self, halt: threading.Event) -> int:
        with self._changed:
            while not self._start_ns:
                if halt.is_set():
                    raise HaltedError
                self._changed.wait(LOOK_S)
        return self._start_ns
