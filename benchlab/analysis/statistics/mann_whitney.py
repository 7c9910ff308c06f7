"""The test of Mann and Whitney: whether one group of figures tends to lie above another, exactly, also with ties."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from benchlab.analysis.runs.series import Floats

ALPHA = 0.05
LARGEST_EXACT = 60
"""Figures in both groups; beyond that the normal approximation differs in the fourth digit only."""


@dataclass(frozen=True)
class RankTest:
    """``u`` counts the pairs in which the second group is above (ties a half), ``p`` is two-sided."""

    u: float
    p: float


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> RankTest:
    """Mann and Whitney 1947 (Annals of Mathematical Statistics 18, 50).

    Exact by the permutation distribution of the mid-ranks, so that ties are right; the less likely tail counts twice.
    Above ``LARGEST_EXACT`` the normal approximation, corrected for ties and continuity. Both groups hold something.
    """
    ranks = doubled_midranks(np.array([*first, *second], np.float64))
    rank_sum = int(ranks[len(first) :].sum())
    u = rank_sum / 2 - len(second) * (len(second) + 1) / 2
    if len(ranks) > LARGEST_EXACT:
        return RankTest(u, _approximate_p(u, ranks, len(second)))
    chances = _chances(tuple(np.sort(ranks).tolist()), len(second))
    return RankTest(u, min(1.0, 2 * float(min(chances[: rank_sum + 1].sum(), chances[rank_sum:].sum()))))


def least_p(first: int, second: int) -> float:
    """What groups of these sizes show at best, when each figure of one is above all of the other."""
    return min(1.0, 2 / comb(first + second, second)) if first and second else 1.0


@lru_cache(maxsize=256)
def rejected_below(first: int, second: int, *, alpha: float = ALPHA) -> int:
    """The largest number of pairs, from an end, that is still significant, plus one; 0 where nothing can be.

    It is also the place of the 95 % interval's ends among the sorted pairs (``location_shift``).
    """
    if first + second > LARGEST_EXACT:
        return max(0, round(first * second / 2 - NormalDist().inv_cdf(1 - alpha / 2) * _deviation(first, second)))
    chances = _chances(tuple(range(2, 2 * (first + second) + 1, 2)), second)
    lowest = second * (second + 1)
    tail = np.cumsum(chances[lowest::2])
    return int(np.searchsorted(tail, alpha / 2))


def holm(ps: Sequence[float]) -> list[float]:
    """Each p as it is when so many are looked at: Holm 1979 (Scandinavian Journal of Statistics 6, 65)."""
    order = sorted(range(len(ps)), key=lambda at: ps[at])
    corrected, most = [1.0] * len(ps), 0.0
    for place, at in enumerate(order):
        most = max(most, (len(ps) - place) * ps[at])
        corrected[at] = min(1.0, most)
    return corrected


def doubled_midranks(values: Floats) -> NDArray[np.int64]:
    """Ranks from 1, equal values share the middle of theirs; doubled, so that they are whole."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    below = np.cumsum(counts) - counts
    ranks: NDArray[np.int64] = (2 * below + counts + 1)[place]
    return ranks


@lru_cache(maxsize=64)
def _chances(ranks: tuple[int, ...], chosen: int) -> Floats:
    """How likely each sum of so many of the ranks is, where every choice is as likely as any other."""
    ways = np.zeros((chosen + 1, sum(ranks) + 1))
    ways[0, 0] = 1
    for rank in ranks:
        ways[1:, rank:] += ways[:-1, :-rank]
    return ways[chosen] / comb(len(ranks), chosen)  # type: ignore[no-any-return]


def _approximate_p(u: float, ranks: NDArray[np.int64], second: int) -> float:
    first = len(ranks) - second
    _, ties = np.unique(ranks, return_counts=True)
    tied = float((ties**3 - ties).sum()) / (len(ranks) * (len(ranks) - 1))
    deviation = sqrt(first * second / 12 * (len(ranks) + 1 - tied))
    distance = max(0.0, abs(u - first * second / 2) - 0.5)
    return 2 * (1 - NormalDist().cdf(distance / deviation)) if deviation else 1.0


def _deviation(first: int, second: int) -> float:
    return sqrt(first * second * (first + second + 1) / 12)
