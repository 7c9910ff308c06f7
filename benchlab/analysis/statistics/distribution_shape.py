"""Repeats that a median does not describe: two clusters, or a drift from first to last."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from benchlab.analysis.runs.series import Floats

FEWEST_FOR_CLUSTERS = 6
FEWEST_FOR_DRIFT = 5
CLUSTERS_ALPHA = 0.01
DRIFT_ALPHA = 0.02
"""Of five repeats only a rise or a fall without exception is as unlikely as that by chance."""
_SIMULATED = 4000


@dataclass(frozen=True)
class Clusters:
    """Two groups that the figures fall into: how many are in each, and their middles."""

    lower_count: int
    lower: float
    upper_count: int
    upper: float


def clusters(values: Sequence[float]) -> Clusters | None:
    """The two kinds of a bimodal group, each of two figures at least; None where one normal kind explains them.

    SigClust in one dimension (Liu, Hayes, Nobel and Marron 2008, J. American Statistical Association 103, 1281): the
    best cut's squares within, as a share of all, held against that of as many draws from one normal distribution.
    """
    ordered = np.sort(np.array(values, np.float64))
    if len(ordered) < FEWEST_FOR_CLUSTERS or ordered[0] == ordered[-1]:
        return None
    shares = _shares_within(ordered[np.newaxis])[0]
    if shares.min() > _least_share_by_chance(len(ordered)):
        return None
    cut = int(shares.argmin()) + 2
    lower, upper = ordered[:cut], ordered[cut:]
    return Clusters(len(lower), float(np.median(lower)), len(upper), float(np.median(upper)))


def drifts(values: Sequence[float]) -> bool:
    """Whether the figures, in the order in which they were taken, go one way: Mann 1945 (Econometrica 13, 245)."""
    return len(values) >= FEWEST_FOR_DRIFT and drift_p(values) <= DRIFT_ALPHA


def drift_p(values: Sequence[float]) -> float:
    """How likely so much of a rise or a fall is by chance: exact without ties, too large with them."""
    taken = np.array(values, np.float64)
    rises = np.triu(np.sign(taken[np.newaxis] - taken[:, np.newaxis]))
    pairs = len(taken) * (len(taken) - 1) // 2
    falls = (pairs - abs(int(rises.sum()))) // 2
    return min(1.0, 2 * float(_chances_of_falls(len(taken))[: falls + 1].sum()))


def _shares_within(ordered: Floats) -> Floats:
    """For each row, and each cut that leaves two on both sides: the sum of squares within as a share of the whole's."""
    count = ordered.shape[1]
    cuts = np.arange(2, count - 1)
    # From their mean, which makes both sides of a cut equally far from 0.
    lower = np.cumsum(ordered - ordered.mean(axis=1, keepdims=True), axis=1)[:, cuts - 1]
    between = lower**2 * (1 / cuts + 1 / (count - cuts))
    return 1 - between / (ordered.var(axis=1, keepdims=True) * count)  # type: ignore[no-any-return]


@lru_cache(maxsize=128)
def _least_share_by_chance(count: int) -> float:
    dice = np.random.default_rng(2008)
    shares = _shares_within(np.sort(dice.normal(size=(_SIMULATED, count)), axis=1)).min(axis=1)
    return float(np.quantile(shares, CLUSTERS_ALPHA))


@lru_cache(maxsize=128)
def _chances_of_falls(count: int) -> Floats:
    """How likely 0, 1, 2, ... falls among all pairs of so many are, where every order is as likely as any other."""
    chances = np.ones(1)
    for length in range(2, count + 1):
        chances = np.convolve(chances, np.full(length, 1 / length))
    return chances
