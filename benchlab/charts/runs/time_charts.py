"""What Chart.js draws over time: panels, their series and the phases behind them, as compact JSON."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.series import Floats
from benchlab.analysis.statistics.averaging import averaged
from benchlab.analysis.statistics.downsample import downsample
from benchlab.charts.render.colours import COLOURS
from benchlab.charts.runs.panels import Line, Panel
from benchlab.charts.runs.stored_series import Sources
from benchlab.metrics import kind_of
from benchlab.models import Phase

POINTS = 400
"""About as many as a chart is wide."""


@dataclass(frozen=True)
class Track:
    """One line to be drawn: a metric of a source."""

    source: str
    line: Line
    times: Floats
    values: Floats


@dataclass(frozen=True)
class Chart:
    """A panel with its lines."""

    panel: Panel
    tracks: tuple[Track, ...] = field(default=())

    @property
    def says_something(self) -> bool:
        """Whether anything in it was measured and is not 0."""
        return any(np.nan_to_num(track.values).any() for track in self.tracks)


def charts(panels: Iterable[Panel], sources: Sources, *, points: int = POINTS) -> list[Chart]:
    """The panels with what the sources hold for them; those that are drawn once a source are repeated."""
    return [chart for panel in panels for chart in _charts(panel, sources, points)]


def _charts(panel: Panel, sources: Sources, points: int) -> Iterator[Chart]:
    fitting = {source: series for source, series in sources.items() if kind_of(source) == panel.kind}
    if not panel.each:
        yield Chart(panel, tuple(_tracks(panel, fitting, points)))
        return
    for source, series in fitting.items():
        detail = source.partition(":")[2]
        title = f"{panel.title}, {detail}" if detail else panel.title
        alone = replace(panel, key=f"{panel.key}-{detail}", title=title)
        if tracks := tuple(_tracks(alone, {source: series}, points)):
            yield Chart(alone, tracks)


def _tracks(panel: Panel, sources: Mapping[str, Series], points: int) -> Iterator[Track]:
    for line in panel.lines:
        known = {source: series for source, series in sources.items() if line.metric in series.values}
        for index, (source, series) in enumerate(known.items()):
            fewer = averaged(series.only(line.metric), points=points) if panel.stacked else series
            times, values = downsample(fewer.times, fewer.values[line.metric], points=points)
            yield Track(source, _named(panel, line, source, index), times, values)


def _named(panel: Panel, line: Line, source: str, index: int) -> Line:
    if not panel.by_source:
        return line
    label = source.partition(":")[2] or line.label or "all"
    return replace(line, label=label, colour=COLOURS[index % len(COLOURS)])


def as_json(drawn: Sequence[Chart], phases: Sequence[Phase], *, end_s: float, is_over: bool = False) -> dict[str, Any]:
    """``times`` are shared: a series names its own by position. Unknown is null; figures are cut to 4."""
    times: list[list[float]] = []
    known: dict[bytes, int] = {}
    panels = [_panel_json(chart, times, known) for chart in drawn]
    shown = [_phase_json(phase) for phase in phases if not phase.parent]
    return {"end": round(end_s, 2), "over": is_over, "phases": shown, "times": times, "panels": panels}


def _panel_json(chart: Chart, times: list[list[float]], known: dict[bytes, int]) -> dict[str, Any]:
    panel = chart.panel
    shown = {
        "key": panel.key,
        "kind": "time",
        "unit": panel.unit,
        "scale": panel.scale,
        "stacked": panel.stacked,
        "top": panel.top,
        "from_zero": panel.from_zero,
        "margin": panel.tab in ("overview", "response-times"),
        "series": [_series_json(panel, track, times, known) for track in chart.tracks],
    }
    if not any(track.line.right for track in chart.tracks):
        return shown
    return {**shown, "right": {"unit": panel.right_unit, "stacked": False, "top": None}}


def _series_json(panel: Panel, track: Track, times: list[list[float]], known: dict[bytes, int]) -> dict[str, Any]:
    line = track.line
    fingerprint = track.times.tobytes()
    if fingerprint not in known:
        known[fingerprint] = len(times)
        times.append(np.round(track.times, 2).tolist())
    looks = {name: True for name in ("dashed", "right") if getattr(line, name)}
    return {
        "id": f"{track.source} {line.metric}",
        "label": line.label,
        "colour": line.colour,
        "fill": panel.filled,
        "stacked": panel.stacked,
        **looks,
        "times": known[fingerprint],
        "values": compact(track.values, hide_zero=panel.scale == "log"),
    }


def compact(values: Floats, *, hide_zero: bool = False) -> list[float | None]:
    """Four figures, whole numbers without a point, null for what is unknown, or has no place on a log axis."""
    known = np.isfinite(values) & ((values > 0) if hide_zero else True)
    safe = np.where(known & (values != 0), np.abs(values), 1.0)
    scale = 10.0 ** (3 - np.floor(np.log10(safe)))
    rounded = np.round(values * scale) / scale
    return [
        (int(value) if value == int(value) else float(f"{value:.6g}")) if is_known else None
        for value, is_known in zip(rounded.tolist(), known.tolist(), strict=True)
    ]


def _phase_json(phase: Phase) -> dict[str, Any]:
    """A phase and, once known, its warm-up: clients connect before its first transaction."""
    shown: dict[str, Any] = {"name": phase.name, "start": round(phase.started_s, 2)}
    if phase.finished_s is not None:
        shown["end"] = round(phase.finished_s, 2)
    if phase.result and phase.result.get("warmup_s"):
        began_s = phase.result.get("started_s", phase.started_s)
        shown["warmup"] = [round(began_s, 2), round(began_s + phase.result["warmup_s"], 2)]
    return shown
