"""How far one group of figures lies from another, with the interval that 95 % of such measurements would hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from benchlab.analysis.runs.series import Floats
from benchlab.analysis.statistics.mann_whitney import rejected_below

RESAMPLES = 4999
FEWEST_FOR_AN_INTERVAL = 5
"""The ends of fewer figures do not hold their median as often as an interval promises."""


_FARTHEST = 100.0
"""Of logarithms; what is farther apart was never measured."""


@dataclass(frozen=True)
class Estimate:
    """A value with its 95 % interval, which is not known (None) where there are too few figures."""

    value: float
    low: float | None = None
    high: float | None = None

    @property
    def interval(self) -> tuple[float, float] | None:
        return (self.low, self.high) if self.low is not None and self.high is not None else None

    def to_json(self) -> dict[str, Any]:
        return {"value": self.value, "interval": list(self.interval) if self.interval else None}


def shift(first: Sequence[float], second: Sequence[float]) -> Estimate:
    """How much the second group is above the first, in their unit.

    Hodges and Lehmann 1963 (Annals of Mathematical Statistics 34, 598): the median of all pairwise differences. The
    interval's ends are two of these differences, by the exact distribution of U (Hollander, Wolfe and Chicken,
    Nonparametric Statistical Methods, 2014, 4.3); with ties it is a little wider than it need be.
    """
    return _middle(_pairs(first, second), rejected_below(len(first), len(second)))


def ratio(first: Sequence[float], second: Sequence[float]) -> Estimate | None:
    """The second group as a multiple of the first: their shift on a logarithmic scale, the median pairwise ratio.

    So seen from the other side it is the reciprocal, and the baseline's noise is in the interval, as it would not be if
    a shift were divided by the baseline's median. None where a figure is not above 0, or they are beyond all measure.
    """
    least, most = min(*first, *second), max(*first, *second)
    if least <= 0 or log(most) - log(least) > _FARTHEST:
        return None
    if len(first) == len(second) == 1:
        return Estimate(second[0] / first[0])
    logs = _pairs(np.log(first), np.log(second))
    found = _middle(logs, rejected_below(len(first), len(second)))
    low, high = (float(np.exp(end)) if end is not None else None for end in (found.low, found.high))
    return Estimate(float(np.exp(found.value)), low, high)


def cliffs_delta(first: Sequence[float], second: Sequence[float]) -> float:
    """From -1 to 1: how much more often the second is above than below (Cliff 1993, Psychol. Bulletin 114, 494)."""
    return float(np.sign(_pairs(first, second)).mean())


def median(values: Sequence[float]) -> Estimate:
    """The median of a group, with the percentile interval of its bootstrap (Efron 1979, Annals of Statistics 7, 1).

    The resamples are always the same ones, so that a page tells the same twice.
    """
    known = np.array(values, np.float64)
    middle = float(np.median(known))
    if len(known) < FEWEST_FOR_AN_INTERVAL:
        return Estimate(middle)
    dice = np.random.default_rng(1979)
    medians = np.median(dice.choice(known, (RESAMPLES, len(known))), axis=1)
    low, high = np.percentile(medians, (2.5, 97.5))
    return Estimate(middle, float(low), float(high))


def _pairs(first: Sequence[float] | Floats, second: Sequence[float] | Floats) -> Floats:
    return np.sort(np.subtract.outer(np.asarray(second, np.float64), np.asarray(first, np.float64)), axis=None)


def _middle(pairs: Floats, place: int) -> Estimate:
    """Of sorted pairs."""
    ends = (float(pairs[place - 1]), float(pairs[len(pairs) - place])) if place else (None, None)
    middle = (pairs[(len(pairs) - 1) // 2] + pairs[len(pairs) // 2]) / 2
    return Estimate(float(middle), *ends)
