"""The load-decay curve: rows a second against time, the rows so far, or the data by the buffer pool."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchlab.analysis.runs.partition_rollovers import Rollover
from benchlab.analysis.runs.series import Floats
from benchlab.analysis.runs.table_growth import rows_at
from benchlab.analysis.statistics.downsample import downsample
from benchlab.charts.layouts.layout_history import LayoutHistory
from benchlab.charts.render.colours import COLOURS
from benchlab.charts.runs.load_decay import Curve, RunGrowth
from benchlab.charts.runs.time_charts import POINTS, compact
from benchlab.definitions.phases import repeat
from benchlab.models import Run

LOOKS_BESIDE = 20
"""Captured layouts that are read of each of several runs."""
Ends = tuple[float, float]


@dataclass(frozen=True)
class Mark:
    """Where partitions began to be filled: somewhere between the two ends, on each of the axes."""

    label: str
    time: Ends
    rows: Ends
    pool: Ends | None


@dataclass(frozen=True)
class Growth:
    """Curves in one chart: those of one run's phases, or one phase of several runs."""

    key: str
    phase: str
    curves: Sequence[Curve]
    marks: Sequence[Mark] = ()

    @property
    def has_pool(self) -> bool:
        return all(curve.pool is not None for curve in self.curves)

    @property
    def content(self) -> dict[str, Any]:
        """What load_decay.js draws; ``x`` are the places of the points on each axis that one may choose."""
        colours = [COLOURS[place % len(COLOURS)] for place in range(len(self.curves))]
        series = [_series(curve, colour) for curve, colour in zip(self.curves, colours, strict=True)]
        marks = [vars(mark) for mark in self.marks]
        return {"panels": [{"key": self.key, "kind": "growth", "unit": "rows/s", "series": series, "marks": marks}]}


def growth_of(run: RunGrowth, *, key: str = "growth") -> Growth | None:
    """All phases of one run that wrote rows and did nothing else; None where there is none."""
    if not run.curves:
        return None
    return Growth(key, "", run.curves, [_mark(run, *each) for each in run.rollovers])


def growth_side_by_side(runs: Sequence[tuple[str, Run]], *, key: str = "growth") -> Growth | None:
    """The curves of several runs, named as given, in one chart; None where none of them wrote rows.

    Of each run it is the phase in which they wrote longest, on a clock that begins with it. A page shows it by
    ``{% include "runs/figures/load_decay.html" with growth=... %}`` beside the scripts of ``parts/chart_scripts.html``.
    """
    grown = [(label, _whole(run)) for label, run in runs]
    lengths: Counter[str] = Counter()
    for _, each in grown:
        lengths.update({repeat.base(curve.label): curve.grown.seconds for curve in each.curves})
    if not lengths:
        return None
    [(phase, _)] = lengths.most_common(1)
    curves = [(label, _curve_of(phase, each)) for label, each in grown]
    return Growth(key, phase, [_alone(label, curve) for label, curve in curves if curve])


def _whole(run: Run) -> RunGrowth:
    phases = list(run.phases.all())
    return RunGrowth(run, phases, LayoutHistory(run, phases), looks=LOOKS_BESIDE)


def _curve_of(phase: str, run: RunGrowth) -> Curve | None:
    return next((curve for curve in run.curves if repeat.base(curve.label) == phase), None)


def _alone(label: str, curve: Curve) -> Curve:
    times = curve.grown.times
    return replace(curve, label=label, grown=replace(curve.grown, times=times - times[0] + 1.0))


def _series(curve: Curve, colour: str) -> dict[str, Any]:
    """The points are those of a chart over time; their places on the other axes follow."""
    times, rates = downsample(curve.grown.times, curve.grown.rates, points=POINTS)
    at = np.searchsorted(curve.grown.times, times)
    x = {"time": np.round(times, 1).tolist(), "rows": np.round(curve.rows[at]).tolist()}
    if curve.pool is not None:
        x["pool"] = np.round(curve.pool[at], 4).tolist()
    return {"label": curve.label, "colour": colour, "x": x, "values": compact(rates), "knee": _knee(curve)}


def _knee(curve: Curve) -> dict[str, float | None] | None:
    if curve.knee is None:
        return None
    time = float(np.interp(curve.knee.at, curve.rows, curve.grown.times))
    return {"time": round(time, 1), "rows": round(curve.knee.at), "pool": curve.pool_at_knee}


def _mark(run: RunGrowth, table: str, rollover: Rollover) -> Mark:
    ends = np.array([rollover.after_s, rollover.by_s])
    is_only = len({each for each, _ in run.rollovers}) == 1
    names = _names(rollover.partitions)
    pool = run.pool_at(ends)
    label = names if is_only else f"{table} {names}"
    return Mark(label, _pair(ends), _pair(rows_at(ends, run.growing)), None if pool is None else _pair(pool))


def _names(partitions: Sequence[str]) -> str:
    if len(partitions) < 3:
        return ", ".join(partitions)
    return f"{partitions[0]} \N{HORIZONTAL ELLIPSIS} {partitions[-1]}"


def _pair(ends: Floats) -> Ends:
    return float(ends[0]), float(ends[1])
