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
    power = 1 - exponent
    logarithmic = abs(power) < 1e-9

    def area(x: Any) -> Any:
        return np.log(x) if logarithmic else np.expm1(power * np.log(x)) / power

    def inverse(y: Any) -> Any:
        return np.exp(y) if logarithmic else np.exp(np.log1p(np.maximum(y * power, -1 + 1e-15)) / power)

    low, high = area(1.5) - 1.0, area(ranks + 0.5)

    def draw(n: int) -> Integers:
        found: list[Integers] = []
        missing = n
        while missing > 0:
            at = rng.uniform(low, high, missing + missing // 5)
            rank = np.clip(np.rint(inverse(at)), 1, ranks)
            accepted = rank[at >= area(rank + 0.5) - np.exp(-exponent * np.log(rank))]
            found.append(accepted[:missing].astype(np.int64) - 1)
            missing -= len(found[-1])
        return np.concatenate(found) if found else np.empty(0, np.int64)

    return draw
