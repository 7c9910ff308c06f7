"""How fast a table grew, over time, rows so far and data size."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

import numpy as np

from benchlab.analysis.runs.series import Floats, Series

ROWS_SO_FAR, ROWS_PER_SECOND = "rows_so_far", "rows_per_second"
END_SHARE = 0.1
"""The share of a phase, by rows, that its first and its last rate cover."""


@dataclass(frozen=True)
class TableGrowth:
    """A phase that wrote rows: seconds since the run began, its rate in each, and its own rows so far."""

    times: Floats
    rates: Floats
    rows: Floats

    @classmethod
    def of(cls, series: Series) -> Self | None:
        """None for a source without rows, or with none but 0."""
        told = series.values.get(ROWS_SO_FAR)
        if told is None or not np.nan_to_num(told).any():
            return None
        rates = series.values.get(ROWS_PER_SECOND)
        return cls(series.times, _rates(series.times, told) if rates is None else rates, told)

    @property
    def seconds(self) -> int:
        """In which its rate was measured."""
        return int(np.isfinite(self.rates).sum())

    @property
    def total(self) -> float:
        return float(np.nanmax(self.rows))

    @property
    def ends(self) -> tuple[float, float]:
        """The median rate while its first tenth of rows was written, and while its last was."""
        known = np.isfinite(self.rates) & np.isfinite(self.rows)
        rows, rates = self.rows[known], self.rates[known]
        first, last = rates[rows <= END_SHARE * self.total], rates[rows >= (1 - END_SHARE) * self.total]
        return float(np.median(first if len(first) else rates[:1])), float(np.median(last))


def _rates(times: Floats, rows: Floats) -> Floats:
    """From what was added; the first second has nothing before it, and is taken to be a whole one."""
    known = np.isfinite(rows)
    widths = np.diff(times[known], prepend=times[known][0] - 1.0)
    rates = np.full(len(times), np.nan)
    rates[known] = np.diff(rows[known], prepend=0.0) / widths
    return rates


def rows_at(times: Floats, phases: Mapping[str, TableGrowth]) -> Floats:
    """The rows that all phases together had written, since the run began, at these times."""
    total = np.zeros(len(times))
    for phase in phases.values():
        known = np.isfinite(phase.rows)
        total += np.interp(times, phase.times[known], phase.rows[known], left=0.0)
    return total
