"""Series of several runs overlaid, each from the start of the compared phase."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.series import Floats
from benchlab.analysis.statistics.averaging import means, peaks
from benchlab.charts.render.colours import COLOURS
from benchlab.charts.runs.panels import BENEATH, MEASURED, Line, OverlaidChart
from benchlab.charts.runs.stored_series import Sources, read_several
from benchlab.charts.runs.time_charts import Chart, Track, as_json
from benchlab.metrics import kind_of
from benchlab.models import Phase

POINTS = 20_000
"""Of all lines together: about as much as a page should carry."""
MOST_POINTS, FEWEST_POINTS = 300, 40


@dataclass(frozen=True)
class Lane:
    """A run as it is drawn: its side's name and colour, and its phase."""

    run: int
    label: str
    colour: str
    dashed: bool
    phase: Phase

    @property
    def began_s(self) -> float:
        """When its first transaction was due, on the run's clock."""
        return float((self.phase.result or {}).get("started_s") or self.phase.started_s)

    @property
    def seconds(self) -> float:
        return max(0.0, (self.phase.finished_s or self.began_s) - self.began_s)

    def cut(self, series: Series) -> Series:
        """What was measured while the phase went on, from its start."""
        found = series.between(self.began_s, self.phase.finished_s or self.began_s)
        return Series(found.times - self.began_s, found.values)


@dataclass(frozen=True)
class Overlay:
    measured: Sequence[Chart]
    beneath: Sequence[Chart]
    content: Mapping[str, Any]


def lanes(runs: Mapping[int, tuple[str, int]], phases: Sequence[Phase]) -> list[Lane]:
    """``runs`` has the label and the place of each run's side; those that never came to the phase are left out."""
    return [
        Lane(phase.run_id, label, COLOURS[side % len(COLOURS)], side // len(COLOURS) % 2 == 1, phase)
        for phase in sorted(phases, key=lambda phase: list(runs).index(phase.run_id))
        for label, side in [runs[phase.run_id]]
    ]


def overlay(drawn: Sequence[Lane]) -> Overlay:
    """Charts that say something of any of the runs."""
    wanted = {(each.kind, metric) for each in (*MEASURED, *BENEATH) for metric in each.metrics}
    found = read_several([lane.phase.run for lane in drawn], wanted)
    cut = {lane.run: dict(_cut(lane, found.get(lane.run, {}))) for lane in drawn}
    longest_s = max((lane.seconds for lane in drawn), default=0.0)
    lines = max(1, len(drawn) * len((*MEASURED, *BENEATH)))
    edges = _edges(longest_s, points=min(MOST_POINTS, max(FEWEST_POINTS, POINTS // lines)))
    measured, beneath = ([_chart(each, drawn, cut, edges) for each in part] for part in (MEASURED, BENEATH))
    measured, beneath = ([chart for chart in part if chart.says_something] for part in (measured, beneath))
    content = as_json([*measured, *beneath], [], end_s=longest_s, is_over=True)
    return Overlay(measured, beneath, {**content, "phases": _phases(drawn, longest_s)})


def _cut(lane: Lane, sources: Sources) -> Iterator[tuple[str, Series]]:
    """A source of each kind: of phases the one compared, of several disks the one that wrote most."""
    for kind in {kind_of(source) for source in sources}:
        fitting = {source: lane.cut(series) for source, series in sources.items() if kind_of(source) == kind}
        if kind == "phase":
            fitting = {source: series for source, series in fitting.items() if source == f"phase:{lane.phase.name}"}
        if fitting:
            yield kind, max(fitting.values(), key=lambda series: float(np.nansum(series.values.get("written_mb", 0))))


def _edges(longest_s: float, *, points: int) -> Floats | None:
    """Of the stretches that are drawn as one point; None where every second is."""
    return np.linspace(0.0, longest_s, points + 1) if longest_s > points else None


def _chart(
    compared: OverlaidChart, drawn: Sequence[Lane], cut: Mapping[int, Mapping[str, Series]], edges: Floats | None
) -> Chart:
    tracks = [_track(compared, lane, cut[lane.run].get(compared.kind), edges) for lane in drawn]
    hint = "" if edges is None else f"{compared.of_stretch} of each {edges[1]:.3g} s"
    tab = "overview" if compared in MEASURED else "server"
    return Chart(compared.panel(tab, hint), tuple(track for track in tracks if track))


def _track(compared: OverlaidChart, lane: Lane, series: Series | None, edges: Floats | None) -> Track | None:
    if series is None or not any(metric in series.values for metric in compared.metrics):
        return None
    values = sum(series.values[metric] for metric in compared.metrics if metric in series.values)
    shown = Series(series.times, {"": np.asarray(values)})
    if edges is not None:
        shown = (means if compared.of_stretch == "mean" else peaks)(shown, edges)
        ended = shown.times > lane.seconds
        shown = Series(shown.times, {"": np.where(ended, np.nan, shown.values[""])})
    line = Line(compared.key, lane.label, lane.colour, dashed=lane.dashed)
    return Track(f"run {lane.run}", line, shown.times, shown.values[""])


def _phases(drawn: Sequence[Lane], longest_s: float) -> list[dict[str, Any]]:
    """The phase, and its warm-up where all have the same."""
    if not drawn:
        return []
    warmups = {float((lane.phase.result or {}).get("warmup_s") or 0.0) for lane in drawn}
    warmup = {"warmup": [0, warmups.pop()]} if len(warmups) == 1 and 0.0 not in warmups else {}
    return [{"name": drawn[0].phase.name, "start": 0, "end": round(longest_s, 2), **warmup}]
