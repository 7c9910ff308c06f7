"""The median, minimum and maximum of repeats."""

import statistics
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Spread:
    median: float
    least: float
    most: float
    count: int

    @property
    def share(self) -> float | None:
        """From the least to the most, as a share of the median."""
        return (self.most - self.least) / self.median if self.median else None


def spread(values: Iterable[float | None]) -> Spread | None:
    """Of the values that are known; None where there is none."""
    known = [value for value in values if value is not None]
    return Spread(statistics.median(known), min(known), max(known), len(known)) if known else None
