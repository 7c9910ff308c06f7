"""Fewer points for a chart, without losing a spike or hiding a gap."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from benchlab.analysis.runs.series import Floats


def downsample(times: Floats, values: Floats, *, points: int) -> tuple[Floats, Floats]:
    """At most ``points`` of the series: of each stretch of time its lowest, its highest, and its gap if it has one."""
    if len(times) <= points:
        return times, values
    kept = np.flatnonzero(_kept(times, values, buckets=max(1, points // 3)))
    return times[kept], values[kept]


def _kept(times: Floats, values: Floats, *, buckets: int) -> NDArray[np.bool_]:
    edges = np.linspace(times[0], times[-1], buckets + 1)[1:-1]
    starts = np.concatenate([[0], np.searchsorted(times, edges), [len(times)]])
    keep = np.zeros(len(times), dtype=np.bool_)
    for start, end in pairwise(starts):
        keep[[start + position for position in _landmarks(values[start:end])]] = True
    return keep


def _landmarks(values: Floats) -> list[int]:
    missing = np.isnan(values)
    found = [int(np.argmax(missing))] if missing.any() else []
    if not missing.all():
        found += [int(np.nanargmin(values)), int(np.nanargmax(values))]
    return found
