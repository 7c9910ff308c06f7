"""How evenly data is spread over the partitions of a table."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Evenness:
    """``skew`` is the largest over the mean, ``variation`` the standard deviation over it, to four decimals."""

    largest: int
    """The place of the largest; of several, the first."""
    largest_share: float
    skew: float
    variation: float


def evenness(sizes: Sequence[float]) -> Evenness | None:
    """Of what each partition holds, empty ones included; None where nothing holds anything."""
    total = sum(sizes)
    if not total:
        return None
    mean, largest = total / len(sizes), max(sizes)
    variation = round(statistics.pstdev(sizes) / mean, 4)
    return Evenness(sizes.index(largest), largest / total, largest / mean, variation)
