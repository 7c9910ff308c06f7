"""The statistical power of a comparison: the smallest visible difference, and how many repeats it takes."""

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log, sqrt
from statistics import NormalDist, fmean

import numpy as np

from benchlab.analysis.statistics.mann_whitney import ALPHA, least_p, rejected_below

SEEN = 0.8
"""A difference counts as one that could be seen where this share of such comparisons would find it."""
MOST_REPEATS = 20
"""Of each, in reason: what takes more is to be measured with less noise, or let be."""
_LARGEST_SIMULATED = 20
"""Repeats of a group; beyond that the normal approximation is within 3 %."""
_SIMULATED = 2000
_WILD = 7.0
"""Of logarithms: noise that hides a factor of a thousand hides everything."""


def noise(*groups: Sequence[float]) -> float | None:
    """How much repeats differ: the pooled standard deviation of their logarithms, 0.02 for 2 %; None where unknown."""
    freedom = sum(len(group) - 1 for group in groups)
    if freedom < 1 or min(min(group) for group in groups) <= 0:
        return None
    logs = [[log(value) for value in group] for group in groups]
    squares = sum((value - middle) ** 2 for group in logs for middle in [fmean(group)] for value in group)
    return sqrt(squares / freedom)


def smallest_visible(first: Sequence[float], second: Sequence[float]) -> float | None:
    """The least change, as a share of the baseline (0.05 for 5 %), that such a comparison finds four times in five.

    It is made of the noise of these repeats and of their number, not of the difference that they show. None where
    nothing could be found, or the noise is not known.
    """
    found, spread = visible_deviations(len(first), len(second)), noise(first, second)
    if found is None or spread is None or found * spread > _WILD:
        return None
    return exp(found * spread) - 1


def more_repeats(first: Sequence[float], second: Sequence[float], *, difference: float) -> int | None:
    """How many more of each it would take to see that such a ratio is none of 1, four times in five.

    None where ``MOST_REPEATS`` of each would not do, or the noise is not known.
    """
    spread = noise(first, second)
    if spread is None or difference <= 0:
        return None
    have = min(len(first), len(second))
    for repeats in range(2, MOST_REPEATS + 1):
        needed = visible_deviations(repeats, repeats)
        if needed is not None and needed * spread <= abs(log(difference)):
            return max(1, repeats - have)
    return None


def fewest_repeats(*, of: int = 1) -> int:
    """For a significant difference: 4, and more where ``of`` groups are compared with one."""
    return next(count for count in range(1, MOST_REPEATS) if least_p(count, count) * of <= ALPHA)


@lru_cache(maxsize=512)
def visible_deviations(first: int, second: int) -> float | None:
    """The difference, in standard deviations of normal noise, that the exact test finds four times in five.

    In small groups by simulation: a shift is found where it exceeds one certain of the sorted pairwise differences of
    the noise, so that the 80 % percentile of that one is the answer. In others by the normal approximation, with the
    efficiency of the test (3 / pi, Lehmann, Nonparametrics, 1975, 2.4).
    """
    place = rejected_below(first, second)
    if not place:
        return None
    if max(first, second) > _LARGEST_SIMULATED:
        quantiles = NormalDist().inv_cdf(1 - ALPHA / 2) + NormalDist().inv_cdf(SEEN)
        return quantiles * sqrt(np.pi / 3 * (1 / first + 1 / second))
    dice = np.random.default_rng(1947)
    pairs = dice.normal(size=(_SIMULATED, first, 1)) - dice.normal(size=(_SIMULATED, 1, second))
    at = first * second - place
    needed = np.partition(pairs.reshape(_SIMULATED, -1), at, axis=1)[:, at]
    return float(np.quantile(needed, SEEN))
