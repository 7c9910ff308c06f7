"""The time left of an experiment, estimated from its finished runs."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median


@dataclass(frozen=True)
class FinishedRun:
    """A finished run: from when to when it went, on any one clock, and how long its phases had planned to take."""

    cell: int
    start_s: float
    end_s: float
    planned_s: float

    @property
    def took_s(self) -> float:
        return self.end_s - self.start_s


@dataclass(frozen=True)
class UpcomingRun:
    """A run that is not over; ``elapsed_s`` is None before it starts."""

    cell: int
    planned_s: float
    elapsed_s: float | None = None


def remaining_s(finished: Sequence[FinishedRun], to_come: Iterable[UpcomingRun]) -> float:
    """Seconds until all are over; without a finished run only what is planned, which is the least.

    A cell that has finished takes its median again; another takes what it planned, and as much more as others did.
    """
    took = _by_cell(finished)
    beyond_s = median([each.took_s - each.planned_s for each in finished]) if finished else 0.0
    gap_s = _gap_s(finished)
    return sum(_left_s(each, took, max(0.0, beyond_s), gap_s) for each in to_come)


def _by_cell(finished: Sequence[FinishedRun]) -> dict[int, float]:
    cells = {each.cell for each in finished}
    return {cell: median([each.took_s for each in finished if each.cell == cell]) for cell in cells}


def _gap_s(finished: Sequence[FinishedRun]) -> float:
    """Between the end of a run and the clock of the next: settling, the check of the server, dropping old schemas."""
    in_order = sorted(finished, key=lambda each: each.start_s)
    gaps = [later.start_s - earlier.end_s for earlier, later in pairwise(in_order)]
    return max(0.0, median(gaps)) if gaps else 0.0


def _left_s(run: UpcomingRun, took: Mapping[int, float], beyond_s: float, gap_s: float) -> float:
    whole_s = took.get(run.cell, run.planned_s + beyond_s)
    return gap_s + whole_s if run.elapsed_s is None else max(0.0, whole_s - run.elapsed_s)
