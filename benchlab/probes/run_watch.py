"""All probes of a run, started and ended together."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from benchlab.definitions.phases.restart import RestartPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.metrics import Sample
from benchlab.mysql import Address
from benchlab.probes.host import sar
from benchlab.probes.host.iostat import Iostat
from benchlab.probes.host.sar import Sar
from benchlab.probes.probe import Clock, Findings, Probe
from benchlab.probes.server.counters import Counters, ServerProcess
from benchlab.probes.server.settings_watch import Settings

END_TIMEOUT_S = 10
PROBES: tuple[type[Probe], ...] = (Counters, Settings, ServerProcess, Iostat, Sar)
METRICS = {
    (kind, metric.name): metric for probe in PROBES for kind, metrics in probe.metrics.items() for metric in metrics
}
"""What the probes measure, by ``(metrics.kind_of(source), name)``."""


@dataclass(frozen=True)
class WatchResults:
    """Results that only the end brings; ``Watch.problems`` is complete once ``recorded`` is drawn."""

    samples: list[Sample]
    """Those that ``Watch.samples`` has not given yet."""
    recorded: Iterator[Sample]
    """All of sar's, in order of time, read as they are drawn: a day of them does not fit into memory."""
    artefacts: list[Path]


def watch(plan: Plan, admin: Address, *, clock: Clock, folder: Path, local: bool) -> "Watch":
    """Watch the plan's first server, as ``admin``, and this machine too where the server is ``local``.

    ``folder`` takes the artefacts and is made where missing. Nothing starts before the watch is entered.
    """
    restarts = any(isinstance(phase, RestartPhase) for phase in plan.phases)
    return Watch(plan.servers[0].name, admin, clock=clock, folder=folder, local=local, restarts=restarts)


class Watch:
    """A context manager; its methods may be called from any thread and do not wait, but for ``finish``."""

    def __init__(
        self, server: str, admin: Address, *, clock: Clock, folder: Path, local: bool, restarts: bool = False
    ) -> None:
        self._clock = clock
        self._folder = folder
        self._findings = Findings()
        counters = Counters(clock, self._findings, server=server, address=admin, may_be_lost=restarts)
        self._settings = Settings(clock, self._findings, server=server, address=admin)
        self._probes: list[Probe] = [counters, self._settings]
        if local:
            self._probes += [
                ServerProcess(clock, self._findings, server=server, address=admin),
                Iostat(clock, self._findings, raw=self._iostat_file),
                Sar(clock, self._findings, file=self._sar_file),
            ]

    def __enter__(self) -> Self:
        self._folder.mkdir(parents=True, exist_ok=True)
        # sadc would add to an earlier recording.
        self._sar_file.unlink(missing_ok=True)
        self._run_began_at = time.time() - self._clock.now_s()
        for probe in self._probes:
            probe.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def samples(self) -> list[Sample]:
        """What came in since the last call."""
        return self._findings.take()

    def changed_settings(self) -> dict[str, dict[str, Any]]:
        """Settings changed so far, by name, including what the run itself sets after a restart."""
        return dict(self._settings.changes)

    def problems(self) -> list[str]:
        """Sentences on what could not be watched, so far."""
        return self._findings.problems()

    def finish(self) -> WatchResults:
        """End all probes where they still run."""
        self._end()
        artefacts = [file for file in (self._iostat_file, self._sar_file) if file.exists()]
        return WatchResults(self.samples(), self._recorded(), artefacts)

    def _end(self) -> None:
        for probe in self._probes:
            probe.stop()
        for probe in self._probes:
            probe.join(END_TIMEOUT_S)
            if probe.is_alive():
                self._findings.report(f"The probe {probe.title} did not end within {END_TIMEOUT_S} s.")

    def _recorded(self) -> Iterator[Sample]:
        if self._sar_file.exists():
            yield from sar.read(self._sar_file, self._findings, run_began_at=self._run_began_at)

    @property
    def _iostat_file(self) -> Path:
        return self._folder / "iostat.json"

    @property
    def _sar_file(self) -> Path:
        return self._folder / "sar.data"
