"""CPU and every device, each second, by iostat."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

from benchlab.probes.child_process import ChildProbe
from benchlab.probes.host import sysstat_json
from benchlab.probes.probe import Clock, Findings, WholeSeconds


class Iostat(ChildProbe):
    """Samples ``cpu`` and ``disk:DEVICE``; keeps iostat's own JSON in ``raw``."""

    what = "CPU and disks are not watched"
    needs = ("iostat",)

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
