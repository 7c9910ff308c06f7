"""Reports the seconds of a load stream while its one thread is busy or waits for the server."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from benchlab.engine.generator.client.parent_channel import Channel
from benchlab.engine.generator.process_messages import Tick
from benchlab.engine.generator.tally import Part, Tally, moments_of
from benchlab.engine.run_clock import NS, RunClock
from benchlab.histogram import Histogram

REPORT_DELAY_NS = 40_000_000
"""How long after the end of a second it is reported: what ended in it has been recorded by then."""


class SecondReporter:
    def __init__(self, channel: Channel, *, run_started_ns: int, start_ns: int) -> None:
        self._channel = channel
        self._clock = RunClock(run_started_ns)
        self._start_ns = start_ns
        self._tallies: dict[tuple[int, Part], Tally] = {}
        self._lock = threading.Lock()
        self._finished = threading.Event()
        self._cpu_at_start_s = time.process_time()
        self.last_ns = 0
        self._thread = threading.Thread(target=self._report_seconds, name="reporter", daemon=True)
        self._thread.start()

    def count_rows(self, rows: int, bytes_sent: int) -> None:
        now = time.monotonic_ns()
        with self._lock:
            tally = self._tally(now)
            tally.rows += rows
            tally.bytes_sent += bytes_sent
            tally.moments |= moments_of(np.array([(now - self._clock.started_monotonic_ns) % NS]))
        self.last_ns = now

    @contextmanager
    def timed(self, statement: str) -> Iterator[None]:
        began = time.monotonic_ns()
        yield
        now = time.monotonic_ns()
        with self._lock:
            self._tally(now).statements.setdefault(statement, Histogram()).record(now - began)
        self.last_ns = now

    def finish(self) -> None:
        """Report the rest."""
        self._finished.set()
        self._thread.join()
        self._report(self._second_of(self.last_ns or time.monotonic_ns()))

    def _second_of(self, moment_ns: int) -> int:
        return (moment_ns - self._clock.started_monotonic_ns) // NS

    def _tally(self, moment_ns: int) -> Tally:
        return self._tallies.setdefault((self._second_of(moment_ns), "window"), Tally())

    def _report_seconds(self) -> None:
        next_second_ns = self._clock.whole_second_after(self._start_ns + 1)
        while True:
            left_ns = next_second_ns + REPORT_DELAY_NS - time.monotonic_ns()
            if self._finished.wait(max(0, left_ns) / NS):
                return
            self._report(self._second_of(next_second_ns) - 1)
            next_second_ns += NS

    def _report(self, second: int) -> None:
        with self._lock:
            tallies, self._tallies = self._tallies, {}
        cpu_s = time.process_time() - self._cpu_at_start_s
        self._channel.send(Tick(second, tallies, cpu_s, cpu_s, connected=1))
