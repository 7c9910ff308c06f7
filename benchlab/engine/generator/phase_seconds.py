"""The seconds of a phase, merged from the reports of its processes, in order and without gaps."""

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from benchlab.engine.events import Second
from benchlab.engine.generator.process_messages import Tick
from benchlab.engine.generator.tally import Part, Tally
from benchlab.metrics import Metric, Sample

PATIENCE_S = 10.0
"""How long after its end a second waits for a late process: what comes late is still exact."""
SLIVER_S = 0.1
"""A shorter last second is counted but not charted: it shows no rate."""

METRICS: dict[str, Metric] = {
    each.name: each
    for each in (
        Metric("per_second", "Transactions", "/s", "higher"),
        Metric("statements", "Statements", "/s", "higher"),
        Metric("rows_per_second", "Rows", "/s", "higher"),
        Metric("rows_so_far", "Rows so far", ""),
        Metric("errors", "Errors", "/s", "lower"),
        Metric("p50_ms", "Median response time", "ms", "lower"),
        Metric("p95_ms", "Response time, 95th percentile", "ms", "lower"),
        Metric("p99_ms", "Response time, 99th percentile", "ms", "lower"),
        Metric("max_ms", "Longest response time", "ms", "lower"),
        Metric("mean_ms", "Mean response time", "ms", "lower"),
        Metric("rate_per_s", "Transactions due", "/s"),
        Metric("behind", "Transactions due and not begun", "", "lower"),
        Metric("service_p99_ms", "Service time, 99th percentile", "ms", "lower"),
        Metric("cpu_percent", "Load processes: CPU of what they can use", "%", "lower"),
    )
}
"""The metrics of the sources ``phase:NAME``, ``generator`` and, for a phase within a parallel, ``generator:NAME``."""


@dataclass
class SecondSummary:
    """Kept of every second until the end: its transactions, the milliseconds they ended in, and the longest."""

    transactions: int = 0
    moments: int = 0
    longest_ms: float = 0.0

    def add(self, tally: Tally) -> None:
        self.transactions += tally.transactions.count
        self.moments |= tally.moments
        self.longest_ms = max(self.longest_ms, tally.transactions.max_ms if tally.transactions.count else 0.0)


class PhaseSeconds:
    """Times are seconds since the run began. ``values_of`` turns one second and its width into a sample's values."""

    def __init__(
        self, phase: str, *, values_of: Callable[[Tally, float], dict[str, float]], report: Callable[[Second], None],
        generator: str,
    ) -> None:  # fmt: skip
        self._phase = phase
        self._values_of = values_of
        self._report = report
        self._generator = generator
        self._start_s = self._window_start_s = 0.0
        self._next = 0
        self._reached: list[int] = []
        self._busy_at_s: list[dict[int, float]] = []
        self._busy_reported_s: list[float] = []
        self._cpu_s: list[float] = []
        self._waiting: Counter[int] = Counter()
        self._seconds: dict[int, Tally] = {}
        self.totals: dict[Part, Tally] = {"warmup": Tally(), "window": Tally(), "drain": Tally()}
        self.window: dict[int, SecondSummary] = {}
        """The measured part of each second."""
        self.missing: list[int] = []
        """Seconds that a process did not report in time: charted as gaps, counted all the same."""

    def begin(self, start_s: float, window_start_s: float, *, processes: int) -> None:
        self._reached = [-1] * processes
        self._busy_at_s = [{} for _ in range(processes)]
        self._busy_reported_s, self._cpu_s = [0.0] * processes, [0.0] * processes
        self._start_s, self._window_start_s = start_s, window_start_s
        self._next = int(start_s)

    def add(self, process: int, tick: Tick) -> None:
        for (second, part), tally in tick.tallies.items():
            self.totals[part].add(tally)
            if part == "window":
                self.window.setdefault(second, SecondSummary()).add(tally)
            if part != "drain" and second >= self._next:
                self._seconds.setdefault(second, Tally()).add(tally)
        self._reached[process] = max(self._reached[process], tick.second)
        self._busy_at_s[process][tick.second] = tick.busiest_s
        self._cpu_s[process] = tick.cpu_s
        self._waiting[tick.second] += tick.waiting

    def end_of(self, process: int) -> None:
        """It has reported everything: no second waits for it any more."""
        self._reached[process] = sys.maxsize

    def advance(self, now_s: float, *, end_s: float) -> None:
        """Report the seconds up to ``end_s`` that all processes have reported, or that are overdue."""
        while self._next + SLIVER_S < end_s:
            ends_s = min(self._next + 1, end_s)
            if min(self._reached) >= self._next:
                self._report_second(self._next, ends_s)
            elif now_s > ends_s + PATIENCE_S:
                self.missing.append(self._next)
                self._report_values(self._next, ends_s, {})
            else:
                return
            self._next += 1

    def _report_second(self, second: int, ends_s: float) -> None:
        tally, width_s = self._seconds.pop(second, Tally()), ends_s - self._begin_of(second)
        values = self._values_of(tally, width_s)
        if "behind" in values:
            values["behind"] = self._waiting[second]
        self._report_values(second, ends_s, values)
        cpu = Sample(self._generator, ends_s, {"cpu_percent": self._cpu_percent(second, width_s)})
        self._report(Second(self._phase, cpu, self._is_warmup(second)))

    def _report_values(self, second: int, ends_s: float, values: dict[str, float]) -> None:
        sample = Sample(f"phase:{self._phase}", ends_s, values)
        self._report(Second(self._phase, sample, self._is_warmup(second)))

    def _begin_of(self, second: int) -> float:
        return max(float(second), self._start_s)

    def _is_warmup(self, second: int) -> bool:
        return self._begin_of(second) < self._window_start_s

    def _cpu_percent(self, second: int, width_s: float) -> float:
        """100 is every process as busy as it can be all the time."""
        reached = [
            at_s.get(second, told_s) for at_s, told_s in zip(self._busy_at_s, self._busy_reported_s, strict=True)
        ]
        used_s, self._busy_reported_s = sum(reached) - sum(self._busy_reported_s), reached
        return 100 * used_s / len(reached) / width_s

    @property
    def all(self) -> Tally:
        together = Tally()
        for tally in self.totals.values():
            together.add(tally)
        return together

    @property
    def cpu_s(self) -> float:
        """Of all processes, since the start."""
        return sum(self._cpu_s)

    @property
    def busiest_s(self) -> float:
        """Of the part of each process that can not be spread over processors, added up."""
        return sum(max(at_s.values(), default=0.0) for at_s in self._busy_at_s)
