"""What the page of an experiment shows beside its figures: how far it is, cell by cell."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.utils import timezone

from benchlab.analysis.spread import Spread, spread
from benchlab.charts.cards import Card
from benchlab.charts.factors import Factor, factors_of
from benchlab.charts.run_page import RunPage
from benchlab.charts.time_left import TimeLeft, time_left
from benchlab.charts.words import Word, parameter_words
from benchlab.charts.written import clock, duration
from benchlab.definitions.parameters import Parameter
from benchlab.definitions.plan import DrivePhase, Plan
from benchlab.definitions.problems import Refused
from benchlab.models import Experiment, Run, State
from benchlab.models.experiment import state_of

OVERLAP = timedelta(seconds=3)
"""A poll asks again for this much: clocks of processes and databases differ a little."""


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
        """Its main figure; that of a run that did not finish is none."""
        return self.run.headline if self.run and self.run.state == State.FINISHED else None

    def changed_since(self, moment: datetime) -> bool:
        run = self.run
        if run is None:
            return False
        moments = (run.created_at, run.started_at, run.finished_at, run.cancel_requested_at)
        return run.state == State.RUNNING or any(at is not None and at >= moment for at in moments)


@dataclass(frozen=True)
class Row:
    """A cell of the grid with its repeats."""

    number: int
    values: tuple[str, ...]
    slots: tuple[Slot, ...]

    @property
    def spread(self) -> Spread | None:
        return spread(slot.figure for slot in self.slots)


class ExperimentPage:
    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.now = timezone.now()

    @cached_property
    def all_runs(self) -> list[Run]:
        found = self.experiment.runs.light().prefetch_related("servers").order_by("repeat", "cell", "pk")
        return list(found)

    @cached_property
    def runs(self) -> list[Run]:
        return [run for run in self.all_runs if run.superseded_by_id is None]

    @cached_property
    def plan(self) -> Plan | None:
        """Of the first cell."""
        first = self.experiment.current_runs.first() or self.experiment.runs.first()
        return first.plan if first else None

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        try:
            return self.experiment.revision.definition.parameters
        except Refused:  # Written for another version of the language.
            return {}

    @cached_property
    def factors(self) -> list[Factor]:
        return factors_of(self.experiment, self.parameters)

    @property
    def is_sweep(self) -> bool:
        return len(self.factors) == 1 and self.factors[0].is_number

    @cached_property
    def words(self) -> list[Word]:
        """The parameters that all its runs share."""
        known = parameter_words(self.plan, self.parameters) if self.plan else []
        varying = {factor.label for factor in self.factors}
        return [word for word in known if word.matters and word.label not in varying]

    @property
    def unit(self) -> str:
        """Of the main figure."""
        phases = self.plan.all_phases() if self.plan else ()
        return "transactions/s" if any(isinstance(phase, DrivePhase) for phase in phases) else "rows/s"

    @cached_property
    def rows(self) -> list[Row]:
        placed: dict[tuple[int | None, int | None], list[Run]] = {}
        for run in self.all_runs:
            placed.setdefault((run.cell, run.repeat), []).append(run)
        repeats = range(1, self.experiment.repeats + 1)
        return [
            Row(number, tuple(cell.values()), tuple(_slot(number, at, placed.get((number, at), [])) for at in repeats))
            for number, cell in enumerate(self.experiment.cells)
        ]

    @cached_property
    def time_left(self) -> TimeLeft:
        return time_left(self.runs)

    @property
    def over_count(self) -> int:
        return sum(run.is_over for run in self.runs)

    @property
    def state(self) -> str:
        counts = Counter(run.state for run in self.runs)
        return state_of({state: counts[state] for state in State.values})

    @property
    def is_over(self) -> bool:
        return self.over_count == len(self.runs)

    @property
    def unfinished(self) -> list[Run]:
        """What can be run again, in the order of the launch."""
        return [run for run in self.runs if run.state in (State.FAILED, State.CANCELLED)]

    @property
    def failed(self) -> list[Run]:
        return [run for run in self.runs if run.state == State.FAILED]

    @property
    def is_cancelling(self) -> bool:
        left = [run for run in self.runs if not run.is_over]
        return bool(left) and all(run.cancel_requested_at for run in left)

    @property
    def current(self) -> Run | None:
        running = [run for run in self.runs if run.state == State.RUNNING]
        return next(iter(running), None)

    @property
    def waiting_for(self) -> str:
        """What its first run waits for; between two of them the next one waits for a moment only."""
        return self.runs[0].waiting_for or "Waits for a free worker." if self.state == State.QUEUED else ""

    @property
    def warnings(self) -> dict[str, list[Run]]:
        """Each warning with the runs that it is about."""
        found: dict[str, list[Run]] = {}
        for run in self.runs:
            for warning in run.warnings:
                found.setdefault(warning, []).append(run)
        return found

    @property
    def share(self) -> float:
        """How much of it is done, 0 to 1."""
        return self.over_count / len(self.runs) if self.runs else 1.0

    @property
    def seconds(self) -> float | None:
        """From the start of its first run to the end of its last, or to now."""
        began = min((run.started_at for run in self.runs if run.started_at), default=None)
        if began is None:
            return None
        ended = max((run.finished_at for run in self.runs if run.finished_at), default=self.now)
        return ((ended if self.is_over else self.now) - began).total_seconds()

    @property
    def cards(self) -> list[Card]:
        """Four at every time, so that nothing moves when a run begins or ends."""
        return [self._progress_card(), self._failures_card(), self._now_card(), self._time_card()]

    def _progress_card(self) -> Card:
        combinations = len(self.experiment.cells)
        note = f"{combinations} {'combinations' if combinations > 1 else 'combination'}"
        times = f" \N{MULTIPLICATION SIGN} {self.experiment.repeats} repeats" if self.experiment.repeats > 1 else ""
        return Card("Runs", f"{self.over_count} of {len(self.runs)}", "", note + times)

    def _failures_card(self) -> Card:
        cancelled = len(self.unfinished) - len(self.failed)
        return Card("Failed", str(len(self.failed)), "", f"{cancelled} cancelled" if cancelled else "none cancelled")

    def _now_card(self) -> Card:
        if self.is_over:
            finished = sum(run.state == State.FINISHED for run in self.runs)
            return Card("Finished", str(finished), "", "count in the medians")
        if (run := self.current) is None:
            return Card("Now", "waiting", "", self.waiting_for or "the next run begins in a moment")
        words = self.experiment.cell_words(run.cell)
        return Card("Now", f"run {run.pk}", "", f"{words}, repeat {run.repeat}" if words else f"repeat {run.repeat}")

    def _time_card(self) -> Card:
        if self.is_over:
            return Card("Duration", duration(self.seconds), "", "from the first start to the last end")
        left = self.time_left
        known = left.is_known or left.seconds
        least = "" if left.is_known else "at least "
        so_far = "not started" if self.seconds is None else f"{clock(self.seconds)} so far"
        return Card("Time left", f"{least}{clock(left.seconds)}" if known else "unknown", "", so_far)

    def changed_since(self, moment: datetime) -> list[Slot]:
        return [slot for row in self.rows for slot in row.slots if slot.changed_since(moment)]

    @property
    def after(self) -> str:
        """Where the next poll begins."""
        return f"{(self.now - OVERLAP).timestamp():.3f}"


def _slot(cell: int, repeat: int, runs: Sequence[Run]) -> Slot:
    current = next((run for run in runs if run.superseded_by_id is None), None)
    earlier = tuple(run for run in runs if run.superseded_by_id is not None)
    page = RunPage(current) if current and current.state == State.RUNNING else None
    return Slot(cell, repeat, current, earlier, page)
