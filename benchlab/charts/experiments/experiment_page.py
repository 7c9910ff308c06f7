"""The page of an experiment: its progress, cell by cell, and its warnings."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models.fields.json import KT
from django.utils import timezone

from benchlab.analysis.statistics.merged_sentences import with_ranges, without_figures
from benchlab.charts.experiments.experiment_time_left import TimeLeft, time_left
from benchlab.charts.experiments.run_grid import CellRow, Slot, rows_of
from benchlab.charts.experiments.varied_parameters import Factor, factors_of
from benchlab.charts.render.number_format import clock, duration
from benchlab.charts.runs.run_labels import Word, parameter_words
from benchlab.charts.runs.summary_cards import Card
from benchlab.definitions.language.problems import Refused
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.plan.plan import Plan
from benchlab.models import CheckOutcome, Experiment, Run, State
from benchlab.models.experiments import state_of

OVERLAP = timedelta(seconds=3)
"""A poll asks again for this much: clocks of processes and databases differ a little."""


@dataclass(frozen=True)
class SharedWarning:
    """A warning, with the range of the figures in which its runs differ."""

    told: list[tuple[str, Run]]

    @property
    def text(self) -> str:
        return with_ranges([text for text, _ in self.told])

    @property
    def runs(self) -> list[Run]:
        return list(dict.fromkeys(run for _, run in self.told))


class ExperimentPage:
    def __init__(self, experiment: Experiment) -> None:
        self.experiment = experiment
        self.now = timezone.now()

    @cached_property
    def all_runs(self) -> list[Run]:
        return list(self.experiment.runs.light().order_by("repeat", "cell", "pk"))

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
    def rows(self) -> list[CellRow]:
        return rows_of(self.experiment, self.all_runs)

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

    @cached_property
    def warnings(self) -> list[SharedWarning]:
        """Each warning with the runs that it is about; those that differ in a figure alone are one."""
        found: dict[tuple[str, ...], SharedWarning] = {}
        for run in self.runs:
            for warning in run.warnings:
                found.setdefault(without_figures(warning), SharedWarning([])).told.append((warning, run))
        versions = list(dict.fromkeys(version for _, version in self._circumstances if version))
        if len(versions) > 1 and not self.experiment.varies_servers:
            sentence = f"Its runs were not made on one version of the server: {', '.join(versions)}."
            found[(sentence,)] = SharedWarning([(sentence, run) for run in self.runs])
        return list(found.values())

    @cached_property
    def _circumstances(self) -> list[tuple[str | None, str | None]]:
        """Each run's durability, and the version of the server that it was planned for."""
        version = KT("plan_json__servers__0__version")
        return list(self.experiment.current_runs.annotate(version=version).values_list("durability", "version"))

    @property
    def durability(self) -> str:
        """What all its runs have in common; where they differ, that."""
        badges = list(dict.fromkeys(badge for badge, _ in self._circumstances if badge))
        return badges[0] if len(badges) == 1 else "durability differs" if badges else ""

    @property
    def durability_reason(self) -> str:
        return next((run.durability_reason for run in self.runs if run.durability == self.durability), "")

    @property
    def grades(self) -> str:
        """From the best to the worst: A, or B to D."""
        found = sorted({run.grade for run in self.runs if run.counts and run.grade})
        return " to ".join(dict.fromkeys((found[0], found[-1]))) if found else ""

    @property
    def excluded(self) -> list[Run]:
        return [run for run in self.runs if run.is_excluded]

    @cached_property
    def missed(self) -> set[int]:
        """The runs that missed an acceptance."""
        missed = CheckOutcome.objects.filter(run__experiment=self.experiment, passed=False)
        return set(missed.values_list("run_id", flat=True))

    @property
    def missed_count(self) -> int:
        return sum(run.pk in self.missed for run in self.runs)

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
            counting = sum(run.counts for run in self.runs)
            how_many = f"{counting} used in medians" if counting < finished else "used in medians"
            return Card("Finished", str(finished), "", how_many)
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
