"""Fewer points for series that must share their times: one figure for each stretch of time."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.series import Floats

Positions = NDArray[np.int64]
Reduce = Callable[[Floats, Positions, int], Floats]


def averaged(series: Series, *, points: int) -> Series:
    """At most ``points`` of the series, each the mean of what was measured in its stretch; NaN where nothing was."""
    if len(series.times) <= points:
        return series
    return means(series, np.linspace(series.times[0], series.times[-1], points + 1))


def means(series: Series, edges: Floats) -> Series:
    """The mean of each stretch between two edges, at its middle; NaN where nothing was measured."""
    return _reduced(series, edges, _mean)


def peaks(series: Series, edges: Floats) -> Series:
    """The highest of each stretch between two edges, at its middle: percentiles can not be averaged."""
    return _reduced(series, edges, _highest)


def _reduced(series: Series, edges: Floats, reduce: Reduce) -> Series:
    """What lies outside of all stretches counts for the nearest of them."""
    stretches = len(edges) - 1
    stretch = np.clip(np.searchsorted(edges, series.times, side="right") - 1, 0, stretches - 1)
    middles = (edges[:-1] + edges[1:]) / 2
    return Series(middles, {name: reduce(column, stretch, stretches) for name, column in series.values.items()})


def _mean(column: Floats, stretch: Positions, stretches: int) -> Floats:
    known = ~np.isnan(column)
    sums = np.bincount(stretch[known], weights=column[known], minlength=stretches)
    counts = np.bincount(stretch[known], minlength=stretches)
    means = np.full(stretches, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def _highest(column: Floats, stretch: Positions, stretches: int) -> Floats:
    highest = np.full(stretches, np.nan)
    np.fmax.at(highest, stretch, column)
    return highest
