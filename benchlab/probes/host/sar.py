"""sar: records the host each second during a run, read when it is over."""

import math
from collections.abc import Iterable, Iterator
from pathlib import Path

from benchlab.metrics import Metric, Sample
from benchlab.probes.child_process import ChildProbe, complaint, missing, output, start_tied
from benchlab.probes.host import sysstat_json
from benchlab.probes.probe import Clock, Findings

ACTIVITIES = ["-u", "-r", "-q", "-d", "-n", "DEV", "-w"]


SAR = (
    *sysstat_json.CPU,
    Metric("forks", "Processes made", "/s", "neither"),
    Metric("context_switches", "Context switches", "/s", "lower"),
    Metric("memory_free", "Memory free", "B", "neither"),
    Metric("memory_available", "Memory available", "B", "higher"),
    Metric("memory_used", "Memory used", "%", "neither"),
    Metric("memory_cached", "Page cache", "B", "neither"),
    Metric("memory_dirty", "Dirty page cache", "B", "neither"),
    Metric("run_queue", "Tasks waiting to run", "", "lower"),
    Metric("blocked", "Tasks blocked on I/O", "", "lower"),
    Metric("load_1", "Load average, 1 minute", "", "lower"),
    Metric("transfers", "Transfers", "/s", "neither"),
    Metric("disk_read", "Read", "MB/s", "neither"),
    Metric("disk_written", "Written", "MB/s", "neither"),
    Metric("await", "Time a transfer takes", "ms", "lower"),
    Metric("queue", "Requests in the device's queue", "", "lower"),
    Metric("busy", "Device busy", "%", "neither"),
    Metric("packets_received", "Packets received", "/s", "neither"),
    Metric("packets_sent", "Packets sent", "/s", "neither"),
    Metric("received", "Received", "MB/s", "neither"),
    Metric("sent", "Sent", "MB/s", "neither"),
)


class Sar(ChildProbe):
    """Writes ``file``, which sar, sadf and kSar read.

    It runs sadc, the recorder that ``sar -o`` starts too, by itself: sar would format all of it as text each second,
    on the host that is measured.
    """

    what = "Memory, network and context switches are not watched"
    needs = ("sadc", "sadf")
    metrics = {"sar": SAR}

    def __init__(self, clock: Clock, findings: Findings, *, file: Path) -> None:
        super().__init__("sar", ["sadc", "-F", "-S", "DISK", "1", str(file)], clock, findings)

    def follow(self, output: Iterable[str]) -> None:
        for _ in output:
            pass


def read(file: Path, findings: Findings, *, run_began_at: float) -> Iterator[Sample]:
    """What ``file`` holds, as samples ``sar:...``; ``run_began_at`` is in seconds since 1970."""
    if lack := missing("sadf"):
        findings.report(f"{file.name} is kept but was not read: {lack}")
        return
    with start_tied(["sadf", "-j", str(file), "--", *ACTIVITIES]) as sadf:
        yield from samples(sysstat_json.reports(output(sadf)), run_began_at)
        said = complaint(sadf)
    if sadf.returncode:
        findings.report(f"sadf could not read {file.name} (status {sadf.returncode}): {said}")


def samples(reports: Iterable[sysstat_json.Report], run_began_at: float) -> Iterator[Sample]:
    """``run_began_at`` is in seconds since 1970, by the clock of the host that was recorded."""
    at_s: int | None = None
    for report in reports:
        at_s = _second(report, run_began_at, at_s)
        yield from sysstat_json.sar_samples(report, at_s)


def _second(report: sysstat_json.Report, run_began_at: float, last_s: int | None) -> int:
    """Which second of the run a record is.

    Its time is cut to whole seconds, so that it may seem up to one early; what it covers says how far it is from the
    last one, unless the wall clock was set meanwhile.
    """
    taken_at, covers_s = sysstat_json.sar_time(report)
    by_time = math.ceil(taken_at - run_began_at)
    by_length = by_time if last_s is None else last_s + covers_s
    return by_length if abs(by_length - by_time) <= 1 else max(by_time, by_length)
