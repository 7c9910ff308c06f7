"""Schedules: launches that recur. Whoever increments a schedule's turn has claimed it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Self

from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models import F, OuterRef, Subquery
from django.urls import reverse
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import SERVER, Given
from benchlab.definitions.schedule_times import Timetable
from benchlab.models.accounts import User, audit_log
from benchlab.models.benchmarks import LaunchOrder, PreparedLaunch, Revision
from benchlab.models.experiments import Experiment
from benchlab.models.runs import Run
from benchlab.models.schedules.occurrence import Occurrence
from benchlab.models.servers import Server

COMING = 3
"""How many of the next times are shown."""
OVERTAKEN = "It was launched or changed by somebody else at this moment. Look at it again."

valid_name = RegexValidator(r"^[a-z0-9][a-z0-9-]*$", "Use small letters, digits and dashes.")


class ScheduleQuerySet(models.QuerySet["Schedule"]):
    def due(self, now: datetime) -> Self:
        return self.filter(is_paused=False, next_at__lte=now).select_related("benchmark", "revision", "owner")

    def listed(self) -> Self:
        last = Occurrence.objects.filter(schedule=OuterRef("pk")).values("pk")[:1]
        schedules = self.annotate(last_occurrence=Subquery(last))
        return schedules.select_related("benchmark", "revision", "owner").prefetch_related("servers")

    def with_last(self) -> "list[Schedule]":
        """With what a list shows of each, and its last occurrence as ``last``."""
        found = list(self.listed())
        last = Occurrence.objects.listed().in_bulk([each.last_occurrence for each in found if each.last_occurrence])
        for each in found:
            each.last = last.get(each.last_occurrence)
        return found


class Schedule(models.Model):
    """A launch, its times, and how late it may be."""

    name = models.CharField(max_length=64, unique=True, validators=[valid_name])
    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.PROTECT, related_name="schedules")
    revision = models.ForeignKey("benchlab.Revision", on_delete=models.PROTECT, null=True, related_name="schedules")
    """None for the newest at the time."""
    servers = models.ManyToManyField(Server, related_name="schedules")
    in_turn = models.BooleanField(default=False)
    """Whether each run takes one of the servers, and not all of them as one."""
    given: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)
    """The values of each parameter, as of a launch."""
    repeats = models.PositiveIntegerField(default=1)
    label = models.CharField(max_length=100, blank=True)
    factors: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    """What may differ from the baseline, as of a comparison."""
    when = models.CharField(max_length=100)
    """See ``definitions.schedule_times``."""
    zone = models.CharField(max_length=64, default="UTC")
    late_minutes = models.PositiveIntegerField(default=60)
    """So much later it is still launched, once, if benchlab was down at its time."""
    is_paused = models.BooleanField(default=False)
    owner = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="schedules")
    """Who saved it last, in whose name it launches; None for the command line."""
    next_at = models.DateTimeField(null=True, db_index=True)
    """None while it is paused."""
    turn = models.PositiveIntegerField(default=0)
    """Incremented by every change, so that nothing happens twice; see ``claim``."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ScheduleQuerySet.as_manager()
    last: "Occurrence | None" = None
    last_occurrence: int | None

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("schedule", args=[self.name])

    @property
    def timetable(self) -> Timetable:
        return Timetable.read(self.when, self.zone)

    @property
    def next_times(self) -> list[datetime]:
        """In its zone; none while it is paused."""
        return [] if self.is_paused else self.timetable.next_times(timezone.now(), COMING)

    @property
    def late_within(self) -> timedelta:
        return timedelta(minutes=self.late_minutes)

    @property
    def launched_revision(self) -> Revision:
        return self.revision or self.benchmark.latest

    @property
    def given_words(self) -> dict[str, str]:
        """The values of each parameter that is given."""
        return {
            name: value if isinstance(value, str) else ", ".join(map(str, value)) for name, value in self.given.items()
        }

    @property
    def owner_name(self) -> str:
        return self.owner.username if self.owner else "the command line"

    @property
    def may_launch(self) -> bool:
        """Whether its owner may, still."""
        return self.owner is None or self.owner.has_perm("benchlab.launch_run")

    @property
    def going_on(self) -> Run | Experiment | None:
        """What it launched and what is not over."""
        launched = self.occurrences.select_related("run", "experiment").filter(judged_at=None)
        return next((each.launched for each in launched if each.launched and not each.launched.is_over), None)

    def prepare(self) -> PreparedLaunch:
        """The launch as it would be now; Refused lists what speaks against it."""
        return self._launch_on(list(self.servers.all()))

    def _launch_on(self, servers: Sequence[Server]) -> PreparedLaunch:
        chosen: Given = {SERVER: [each.name for each in servers]} if self.in_turn else {}
        return PreparedLaunch.prepare(self.launched_revision, servers, {**chosen, **self.given}, repeats=self.repeats)

    def order(self, by: User | None) -> LaunchOrder:
        return LaunchOrder(by, self.label, schedule=self.name)

    def keep(self, servers: Sequence[Server], *, by: User | None) -> None:
        """Save what somebody entered, from now on in their name; Refused where it could not be launched."""
        timetable, action = self.timetable, "changed" if self.pk else "added"
        self._launch_on(servers)
        self.when, self.owner = timetable.text, by
        self.next_at = None if self.is_paused else timetable.next_after(timezone.now())
        with transaction.atomic():
            if self.pk and not self.claim():
                raise Refused([Problem("schedule", OVERTAKEN)])
            self.save()
            self.servers.set(servers)
            audit_log.record(action, self, benchmark=self.benchmark.slug, when=self.when, zone=self.zone)

    def pause(self) -> None:
        self._change("paused", is_paused=True, next_at=None)

    def resume(self) -> None:
        """From the next time on; those that went by are not launched."""
        self._change("resumed", is_paused=False, next_at=self.timetable.next_after(timezone.now()))

    def _change(self, action: str, **fields: Any) -> None:
        Schedule.objects.filter(pk=self.pk).update(turn=F("turn") + 1, **fields)
        self.refresh_from_db(fields=["turn", *fields])
        audit_log.record(action, self)

    def claim(self, **fields: Any) -> bool:
        """Take its turn, as it was when it was read; False if another was faster."""
        taken = Schedule.objects.filter(pk=self.pk, turn=self.turn).update(turn=F("turn") + 1, **fields) == 1
        if taken:
            self.turn += 1
        return taken

    def remove(self) -> None:
        """Delete it and its occurrences; what it launched is kept."""
        audit_log.record("deleted", self, benchmark=self.benchmark.slug)
        self.delete()
