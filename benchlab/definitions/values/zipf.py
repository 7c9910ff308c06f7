"""Draws that favour few of many, as the popular sellers of a market."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def zipf_ranks(rng: np.random.Generator, exponent: float, ranks: int) -> Callable[[int], Integers]:
    """Ranks 0 to ranks - 1 with probability proportional to (rank + 1) ** -exponent; exponent above 0.

    Rejection-inversion: W. Hörmann and G. Derflinger, Rejection-inversion to generate variates from monotone discrete
    distributions, ACM TOMACS 6 (1996). It needs no table of the ranks, and under one try in six is in vain.
    """
    return _Ranks(rng, exponent, ranks).draw


class _Ranks:
    def __init__(self, rng: np.random.Generator, exponent: float, ranks: int) -> None:
        self._rng, self._exponent, self._ranks = rng, exponent, ranks
        self._power = 1 - exponent
        self._is_logarithmic = abs(self._power) < 1e-9
        self._low, self._high = self._area(1.5) - 1.0, self._area(ranks + 0.5)

    def draw(self, n: int) -> Integers:
        found: list[Integers] = []
        missing = n
        while missing > 0:
            accepted = self._accepted(missing + missing // 5)
            found.append(accepted[:missing].astype(np.int64) - 1)
            missing -= len(found[-1])
        return np.concatenate(found) if found else np.empty(0, np.int64)

    def _accepted(self, tries: int) -> Any:
        at = self._rng.uniform(self._low, self._high, tries)
        rank = np.clip(np.rint(self._inverse(at)), 1, self._ranks)
        return rank[at >= self._area(rank + 0.5) - np.exp(-self._exponent * np.log(rank))]

    def _area(self, x: Any) -> Any:
        """Below the curve from 1 to x."""
        return np.log(x) if self._is_logarithmic else np.expm1(self._power * np.log(x)) / self._power

    def _inverse(self, y: Any) -> Any:
        if self._is_logarithmic:
            return np.exp(y)
        return np.exp(np.log1p(np.maximum(y * self._power, -1 + 1e-15)) / self._power)
