"""Experiments: runs launched together. What is known of their state follows from their runs."""

from functools import cached_property
from typing import Self

from django.db import models, transaction
from django.db.models import Count, Max, Min, Q
from django.urls import reverse
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import SERVER, Cell, Grid
from benchlab.models import events
from benchlab.models.accounts import User, audit_log
from benchlab.models.events import EventKind
from benchlab.models.runs import ENDED, Launchable, Run, RunQuerySet, State, deletion
from benchlab.models.servers import Server

_CURRENT = Q(runs__superseded_by=None)


class ExperimentQuerySet(models.QuerySet["Experiment"]):
    def listed(self) -> Self:
        """With how many runs are in each state, from when to when they went, and the worst grade."""
        counts = {state.value: Count("runs", filter=_CURRENT & Q(runs__state=state)) for state in State}
        times = {"began_at": Min("runs__started_at"), "ended_at": Max("runs__finished_at")}
        counting = _CURRENT & Q(runs__state=State.FINISHED, runs__excluded_at=None)
        worst = Max("runs__grade", filter=counting)  # Of the letters A to D the last is the worst.
        listed = self.select_related("benchmark", "created_by")
        return listed.annotate(**counts, **times, worst_grade=worst).order_by("-pk")

    def going_on(self) -> Self:
        """Of those that are listed."""
        return self.filter(Q(queued__gt=0) | Q(running__gt=0))

    def over(self) -> Self:
        """Of those that are listed."""
        return self.filter(queued=0, running=0)


class Experiment(Launchable):
    """Runs launched together: a grid over parameters x repeats, interleaved."""

    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.PROTECT, related_name="experiments")
    revision = models.ForeignKey("benchlab.Revision", on_delete=models.PROTECT, related_name="experiments")
    grid = models.JSONField(default=dict)
    """The values tried of each parameter that varies: {name: [value, ...]}; "server" can be one of them."""
    repeats = models.PositiveIntegerField(default=1)
    seed = models.BigIntegerField(default=0)
    """Of the first repeat; see ``seed_of``."""
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    over_at = models.DateTimeField(null=True)
    """When the last of its runs ended; None again while runs of it are repeated."""

    is_imported = False
    """Of another installation come runs alone."""

    objects = ExperimentQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"Experiment {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("experiment", args=[self.pk])

    @cached_property
    def cells(self) -> list[Cell]:
        return Grid({name: tuple(values) for name, values in self.grid.items()}).cells

    def cell_words(self, cell: int | None) -> str:
        """The values by which a cell differs from the others: “engine InnoDB, clients 10”; empty where there is one."""
        return ", ".join(f"{name} {value}" for name, value in self.cells[cell or 0].items())

    @property
    def run_count(self) -> int:
        return len(self.cells) * self.repeats

    @property
    def deleted_count(self) -> int:
        """How many of its runs were deleted."""
        return max(0, self.run_count - self.runs.current().count())

    def seed_of(self, repeat: int) -> int:
        """The same in all cells, so that they are measured on the same data; another in each repeat."""
        return (self.seed + repeat - 1) % 2**31

    @property
    def current_runs(self) -> RunQuerySet:
        """A run for each repeat of each cell, in the order of the launch."""
        return self.runs.current().order_by("repeat", "cell", "pk")

    @property
    def servers(self) -> "models.QuerySet[Server]":
        return Server.objects.filter(runs__experiment=self).distinct()

    @property
    def varies_servers(self) -> bool:
        return SERVER in self.grid

    @property
    def tally(self) -> dict[str, int]:
        """How many of its current runs are in each state."""
        if hasattr(self, "began_at"):  # The list has counted them.
            return {state.value: getattr(self, state.value) for state in State}
        counted = self.runs.current().order_by().values("state").annotate(count=Count("pk"))
        return {**dict.fromkeys(State.values, 0), **{each["state"]: each["count"] for each in counted}}

    @property
    def state(self) -> str:
        return state_of(self.tally)

    @property
    def is_over(self) -> bool:
        return self.state in ENDED

    @property
    def over_count(self) -> int:
        return sum(self.tally[state] for state in ENDED)

    def request_cancel(self, *, by: User | None = None, reason: str = "") -> bool:
        """Cancel all of its runs that are not over; False if every one is."""
        with transaction.atomic():
            ended = self.runs.end_waiting(by=by, reason=reason)
            requested = bool(self.runs.ask_running(by=by, reason=reason) or ended)
            if ended:
                self.close_if_over()
        if requested:
            audit_log.record("cancelled", self, reason=reason)
        return requested

    def close_if_over(self) -> None:
        """Record the event once, when the last of its runs has ended; called in the transaction that ends one."""
        still_open = Experiment.objects.filter(pk=self.pk, over_at=None)
        # Two last runs may end at once: the later of them waits here, and then sees that the other is over, too.
        locked = still_open.select_for_update().first()
        if locked and locked.is_over:
            still_open.update(over_at=timezone.now())
            events.record(EventKind.EXPERIMENT_OVER, self)

    def first_of_each_combination(self) -> list[Run]:
        """One that counts of each, which stands for its repeats; Refused where there is none."""
        first = {run.cell: run for run in self.current_runs.counting().order_by("-repeat")}
        if not first:
            raise Refused([Problem("experiment", f"{self} has no finished run that counts.")])
        return [first[cell] for cell in sorted(first, key=lambda cell: cell or 0)]

    def remove(self) -> None:
        """Forget it with all its runs, their files and their tables; Refused while one of them goes on."""
        if any(not run.is_over or run.locks.exists() for run in self.runs.all()):
            raise Refused([Problem(str(self), "One of its runs has not ended. Cancel the experiment, then delete it.")])
        for run in self.runs.all():
            for baseline in run.baseline_of.all():  # Not passed on to one that goes next.
                baseline.unpin(why=f"{self} was deleted")
            deletion.remove(run)
        audit_log.record("deleted", self, benchmark=self.benchmark.slug)
        self.delete()


def state_of(tally: dict[str, int]) -> str:
    """Of an experiment with so many runs in each state."""
    if tally[State.RUNNING] or (tally[State.QUEUED] and any(tally[state] for state in ENDED)):
        return State.RUNNING
    worst_first = (State.QUEUED, State.CANCELLED, State.FAILED)
    return next((state for state in worst_first if tally[state]), State.FINISHED)
