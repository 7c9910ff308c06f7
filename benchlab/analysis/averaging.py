"""Fewer points for stacked areas, which must share their times: the mean of each stretch of time."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from benchlab.analysis.series import Floats, Series

Positions = NDArray[np.int64]


def averaged(series: Series, *, points: int) -> Series:
    """At most ``points`` of the series, each the mean of what was measured in its stretch; NaN where nothing was."""
    if len(series.times) <= points:
        return series
    edges = np.linspace(series.times[0], series.times[-1], points + 1)
    stretch = np.clip(np.searchsorted(edges, series.times, side="right") - 1, 0, points - 1)
    middles = (edges[:-1] + edges[1:]) / 2
    return Series(middles, _means(series.values, stretch, points))


def _means(columns: Mapping[str, Floats], stretch: Positions, points: int) -> dict[str, Floats]:
    return {name: _mean(column, stretch, points) for name, column in columns.items()}


def _mean(column: Floats, stretch: Positions, points: int) -> Floats:
    known = ~np.isnan(column)
    sums = np.bincount(stretch[known], weights=column[known], minlength=points)
    counts = np.bincount(stretch[known], minlength=points)
    means = np.full(points, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means
