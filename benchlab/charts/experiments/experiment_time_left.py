"""The time left of an experiment."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from benchlab.analysis.runs.time_left import FinishedRun, UpcomingRun, remaining_s
from benchlab.charts.render.number_format import clock
from benchlab.charts.runs.phase_timeline import planned_seconds
from benchlab.definitions.plan.plan import Plan
from benchlab.models import Run, State


@dataclass(frozen=True)
class TimeLeft:
    seconds: float
    is_known: bool
    """Whether a finished run supports the estimate; else it is a minimum."""

    @property
    def words(self) -> str:
        if not self.seconds and not self.is_known:
            return "time left unknown"
        return f"{'about' if self.is_known else 'at least'} {clock(self.seconds)} left"


def time_left(runs: Sequence[Run]) -> TimeLeft:
    """Of the current runs of an experiment, which may come without their plans.

    Those are read while there is a cell of which nothing has finished, one for each cell.
    """
    finished_cells = {run.cell for run in runs if run.state == State.FINISHED}
    is_told = all(run.is_over or run.cell in finished_cells for run in runs)
    planned = {} if is_told else _planned_by_cell(runs)
    finished = [_finished(run, planned) for run in runs if run.state == State.FINISHED and run.started_at]
    to_come = [_to_come(run, planned) for run in runs if not run.is_over]
    return TimeLeft(remaining_s(finished, to_come), bool(finished))


def _planned_by_cell(runs: Sequence[Run]) -> dict[int, float]:
    first = {run.cell or 0: run.pk for run in reversed(runs)}
    plans = dict(Run.objects.filter(pk__in=first.values()).values_list("pk", "plan_json"))
    return {cell: planned_seconds(Plan.from_json(plans[pk])) for cell, pk in first.items() if pk in plans}


def _finished(run: Run, planned: dict[int, float]) -> FinishedRun:
    start_s = run.started_at.timestamp() if run.started_at else 0.0
    end_s = run.finished_at.timestamp() if run.finished_at else start_s
    return FinishedRun(run.cell or 0, start_s, end_s, planned.get(run.cell or 0, 0.0))


def _to_come(run: Run, planned: dict[int, float]) -> UpcomingRun:
    running = run.state == State.RUNNING and run.started_at is not None
    elapsed_s = (timezone.now() - run.started_at).total_seconds() if running and run.started_at else None
    return UpcomingRun(run.cell or 0, planned.get(run.cell or 0, 0.0), elapsed_s)
