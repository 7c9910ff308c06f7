"""The grid of an experiment: the state and figure of each repeat of each cell."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from benchlab.analysis.statistics import Spread
from benchlab.analysis.statistics.spread import spread
from benchlab.analysis.trust.trust_grade import DOUBTFUL
from benchlab.charts.runs import RunPage
from benchlab.models import Experiment, Run, State


@dataclass(frozen=True)
class Slot:
    """One repeat of one cell, and what ran there before."""

    cell: int
    repeat: int
    run: Run | None
    """None once it was deleted."""
    earlier: tuple[Run, ...]
    page: RunPage | None
    """Of a run that goes on."""

    @property
    def key(self) -> str:
        return f"{self.cell}-{self.repeat}"

    @property
    def figure(self) -> float | None:
        """Its main figure; that of a run that did not finish, or is excluded, is none."""
        return self.run.headline if self.run and self.run.counts else None

    @property
    def is_doubtful(self) -> bool:
        return self.run is not None and self.run.trust_grade in DOUBTFUL

    def changed_since(self, moment: datetime) -> bool:
        run = self.run
        if run is None:
            return False
        moments = (run.created_at, run.started_at, run.finished_at, run.cancel_requested_at)
        return run.state == State.RUNNING or any(at is not None and at >= moment for at in moments)


@dataclass(frozen=True)
class CellRow:
    """A cell of the grid with its repeats."""

    number: int
    values: tuple[str, ...]
    slots: tuple[Slot, ...]

    @property
    def spread(self) -> Spread | None:
        return spread(slot.figure for slot in self.slots)


def rows_of(experiment: Experiment, runs: Sequence[Run]) -> list[CellRow]:
    """A row for each cell; ``runs`` are all of the experiment's, in the order in which they were queued."""
    placed: dict[tuple[int | None, int | None], list[Run]] = {}
    for run in runs:
        placed.setdefault((run.cell, run.repeat), []).append(run)
    repeats = range(1, experiment.repeats + 1)
    return [
        CellRow(number, tuple(cell.values()), tuple(_slot(number, at, placed.get((number, at), [])) for at in repeats))
        for number, cell in enumerate(experiment.cells)
    ]


def _slot(cell: int, repeat: int, runs: Sequence[Run]) -> Slot:
    current = next((run for run in runs if run.superseded_by_id is None), None)
    earlier = tuple(run for run in runs if run.superseded_by_id is not None)
    page = RunPage(current) if current and current.state == State.RUNNING else None
    return Slot(cell, repeat, current, earlier, page)
