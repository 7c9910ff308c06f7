"""CPU and every device, each second, by iostat."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from benchlab.metrics import Metric
from benchlab.probes.child_process import ChildProbe
from benchlab.probes.host import sysstat_json
from benchlab.probes.probe import Clock, Findings, WholeSeconds

DISK = (
    Metric("reads", "Reads", "/s", "neither"),
    Metric("writes", "Writes", "/s", "neither"),
    Metric("read_mb", "Read", "MB/s", "neither"),
    Metric("written_mb", "Written", "MB/s", "neither"),
    Metric("read_await", "Time a read takes", "ms", "lower"),
    Metric("write_await", "Write latency", "ms", "lower"),
    Metric("flush_await", "Time a flush takes", "ms", "lower"),
    Metric("queue", "Requests in the device's queue", "", "lower"),
    Metric("busy", "Device busy", "%", "neither"),
)


class Iostat(ChildProbe):
    """Samples ``cpu`` and ``disk:DEVICE``; keeps iostat's own JSON in ``raw``."""

    what = "CPU and disks are not watched"
    needs = ("iostat",)
    metrics = {"cpu": sysstat_json.CPU, "disk": DISK}

    def __init__(self, clock: Clock, findings: Findings, *, raw: Path) -> None:
        super().__init__("iostat", ["iostat", "-cdxytk", "-o", "JSON", "1"], clock, findings)
        self._raw = raw

    def follow(self, output: Iterable[str]) -> None:
        seconds = WholeSeconds()
        with self._raw.open("w") as raw:
            for report in sysstat_json.reports(_kept(output, raw)):
                at_s = seconds.of(self.clock.now_s())
                for sample in sysstat_json.iostat_samples(report, at_s):
                    self.findings.add(sample)


def _kept(output: Iterable[str], raw: TextIO) -> Iterator[str]:
    for chunk in output:
        raw.write(chunk)
        yield chunk
