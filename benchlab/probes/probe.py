"""The base of all probes: a thread that watches one thing each second and reports samples and problems."""

import logging
import math
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from queue import Empty, SimpleQueue
from typing import ClassVar, Protocol

from benchlab.metrics import Metric, Sample

MB = 1024.0 * 1024.0
"""1024 x 1024 bytes, as for iostat."""

log = logging.getLogger(__name__)


class Clock(Protocol):
    def now_s(self) -> float:
        """Seconds since the run began, monotonic."""


class Findings:
    """Collects what probes see; may be emptied at any time from any thread."""

    def __init__(self) -> None:
        self._samples: SimpleQueue[Sample] = SimpleQueue()
        self._problems: list[str] = []

    def add(self, sample: Sample) -> None:
        if sample.values:
            self._samples.put(sample)

    def take(self) -> list[Sample]:
        """All samples since the last call."""
        taken = []
        while True:
            try:
                taken.append(self._samples.get_nowait())
            except Empty:
                return taken

    def report(self, problem: str) -> None:
        """A sentence for the reader of the run; the same one only once."""
        if problem not in self._problems:
            self._problems.append(problem)

    def problems(self) -> list[str]:
        return list(self._problems)


class Probe(threading.Thread, ABC):
    """A child process that a probe needs is started by the probe's thread and lives no longer than it."""

    metrics: ClassVar[Mapping[str, tuple[Metric, ...]]] = {}
    """What it measures, by kind of source."""

    def __init__(self, name: str, clock: Clock, findings: Findings) -> None:
        super().__init__(name=f"probe {name}", daemon=True)
        self.title = name
        self.clock = clock
        self.findings = findings
        self.stopping = threading.Event()

    @abstractmethod
    def observe(self) -> None:
        """Watch until ``stopping`` is set."""

    def run(self) -> None:
        try:
            self.observe()
        except Exception as error:
            # A bug in a probe must not end the run, but its reader must know.
            log.exception("The probe %s failed", self.title)
            self.findings.report(f"The probe {self.title} failed, and its figures end there: {error!r}")

    def stop(self) -> None:
        self.stopping.set()

    def seconds(self) -> Iterator[int]:
        """Each whole second of the run's clock as it comes, until stopped.

        The next due time is a second after the last, not after now, so that nothing drifts; seconds that the machine
        did not give us are left out.
        """
        due_s = math.ceil(self.clock.now_s())
        while not self.stopping.wait(max(due_s - self.clock.now_s(), 0)):
            due_s = max(due_s, math.floor(self.clock.now_s()))
            yield due_s
            due_s += 1


class WholeSeconds:
    """Gives each of a stream of about one a second its own whole second.

    Rounding alone would not do: arrivals near the half second would fall twice on one second and never on the next.
    """

    def __init__(self) -> None:
        self._last: int | None = None

    def of(self, arrived_s: float) -> int:
        expected = round(arrived_s) if self._last is None else self._last + 1
        self._last = expected if abs(arrived_s - expected) < 1 else max(round(arrived_s), expected)
        return self._last
