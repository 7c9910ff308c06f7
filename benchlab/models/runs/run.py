"""Runs: the row is the queue."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.plan.plan import Plan
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.people import User
from benchlab.models.notifications import endings
from benchlab.models.results.measurements import LogLine
from benchlab.models.runs import cleanup, deletion, exclusion, lock_acquisition
from benchlab.models.runs.artifacts import Artefact, artefacts_in
from benchlab.models.runs.launched_by import Launched
from benchlab.models.runs.queries import RunQuerySet
from benchlab.models.runs.states import ENDED, State
from benchlab.models.runs.tag import Tag
from benchlab.models.servers.server import Server
from benchlab.probes.server import durability

if TYPE_CHECKING:
    from benchlab.models.comparisons.baseline import Baseline

SNAPSHOT_FIELDS = ("snapshot", "durability", "durability_reason")


class Run(Launched):
    """One execution of a plan."""

    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.PROTECT, related_name="runs")
    revision = models.ForeignKey("benchlab.Revision", on_delete=models.PROTECT, related_name="runs")
    experiment = models.ForeignKey("benchlab.Experiment", on_delete=models.CASCADE, null=True, related_name="runs")
    cell = models.PositiveIntegerField(null=True)
    """Which of its experiment's cells it is a repeat of, from 0."""
    repeat = models.PositiveIntegerField(null=True)
    """Which repeat of its cell, from 1."""
    superseded_by = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="supersedes")
    """The run that took its place in the experiment; it is kept, and counts no more."""
    servers = models.ManyToManyField(Server, related_name="runs")
    plan_json = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State, default=State.QUEUED, db_index=True)
    error = models.TextField(blank=True)
    """Why it failed, in one sentence."""
    waiting_for = models.TextField(blank=True)
    """What a queued run waits for, in one sentence."""
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="runs")
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)
    started_at = models.DateTimeField(null=True, db_index=True)
    finished_at = models.DateTimeField(null=True)
    beat_at = models.DateTimeField(null=True)
    worker = models.CharField(max_length=100, blank=True)
    """Host and process id of what executes it."""
    cancel_requested_at = models.DateTimeField(null=True)
    cancelled_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    cancel_reason = models.CharField(max_length=200, blank=True)
    """Who or what cancelled it where no signed-in person did: "Ctrl-C", "bin/down"."""
    warnings = models.JSONField(default=list)
    snapshot = models.JSONField(null=True)
    """{"start": {...}, "end": {...}}"""
    host_summary = models.JSONField(default=dict)
    """{metric: {unit, mean, max}} over the measured phases."""
    grade = models.CharField(max_length=1, blank=True)
    """How far its figures can be trusted, A to D; empty where it did not finish, or is older than the grades."""
    trust_reasons = models.JSONField(default=list)
    """Sentences, the gravest first."""
    durability = models.CharField(max_length=60, blank=True)
    """What a crash of its server would have cost at worst; see ``probes.server.durability``."""
    durability_reason = models.TextField(blank=True)
    excluded_at = models.DateTimeField(null=True)
    """Since when it counts in no median and no comparison."""
    excluded_by = models.CharField(max_length=150, blank=True)
    exclusion_reason = models.CharField(max_length=500, blank=True)
    tags = models.ManyToManyField("benchlab.Tag", related_name="runs")
    settled_at = models.DateTimeField(null=True)
    """When nothing of it was left to undo on its servers: statements gone, account dropped, settings put back."""
    schema_dropped_at = models.DateTimeField(null=True)
    """When its tables were dropped to make room for a later run's."""
    headline = models.FloatField(null=True)
    """The run's main figure: transactions a second of its first drive, else rows a second of its first load."""
    imported_result = models.JSONField(null=True)
    """The result document of a run that was imported, not executed here."""

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = [models.Index(fields=["state", "beat_at"])]
        constraints = [
            models.CheckConstraint(condition=Q(state__in=State.values), name="run_state_is_known"),
        ]

    def __str__(self) -> str:
        return f"Run {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("run", args=[self.pk])

    @property
    def plan(self) -> Plan:
        return Plan.from_json(self.plan_json)

    @property
    def server_names(self) -> list[str]:
        """Those of the servers as they are called now, or of its plan where they are not known here (any more)."""
        return [server.name for server in self.servers.all()] or self._planned_server_names()

    @property
    def is_imported(self) -> bool:
        """Whether it was executed by another installation."""
        listed: bool | None = self.__dict__.get("was_imported")  # A list does not read the whole document.
        return self.imported_result is not None if listed is None else listed

    @property
    def folder(self) -> Path:
        """Where its artefacts lie."""
        return Path(settings.RUNS_DIR) / str(self.pk)

    @property
    def is_over(self) -> bool:
        return self.state in ENDED

    @property
    def is_excluded(self) -> bool:
        return self.excluded_at is not None

    @property
    def trust_grade(self) -> str | None:
        """None before it has finished, too: the grade is written a moment earlier."""
        return self.grade or None if self.state == State.FINISHED else None

    @property
    def counts(self) -> bool:
        """Whether its figures count in medians and comparisons."""
        return self.state == State.FINISHED and not self.is_excluded

    @property
    def is_cut_short(self) -> bool:
        """Whether what it measured is less than it was meant to, and no result."""
        return self.state in (State.FAILED, State.CANCELLED)

    def claim(self, worker: str) -> bool:
        """Take this run and all it needs for the worker, or say in ``waiting_for`` what it waits for."""
        return lock_acquisition.claim(self, worker)

    def beat(self) -> bool:
        """Say that the run goes on; False once it is no more this worker's."""
        return self._still_ours().update(beat_at=Now()) == 1

    def finish(self) -> bool:
        """End as finished, and look whether its figure is worse than those before."""
        finished = self._end(State.FINISHED)
        if finished:
            self._watch_trend()
        return finished

    def fail(self, sentence: str) -> bool:
        """End as failed; False if it had ended already."""
        return self._end(State.FAILED, error=sentence)

    def lose(self, sentence: str) -> bool:
        """End as failed because its worker is silent; False if it ended or beat meanwhile."""
        return self._end(State.FAILED, error=sentence, among=Run.objects.lost().filter(pk=self.pk))

    def cancel(self) -> bool:
        """End as cancelled, once what was running has stopped."""
        return self._end(State.CANCELLED)

    def request_cancel(self, *, by: User | None = None, reason: str = "") -> bool:
        """Ask for the end: a queued run ends at once, a running one within two seconds; False if it is over."""
        mine = Run.objects.filter(pk=self.pk)
        with transaction.atomic():
            has_ended = bool(mine.end_waiting(by=by, reason=reason))
            requested = bool(mine.ask_running(by=by, reason=reason)) or has_ended
            if has_ended:
                endings.tell(self, State.CANCELLED)
        if requested:
            audit_log.record("cancelled", self, reason=reason)
        return requested

    @property
    def canceller(self) -> str:
        """Who or what cancelled it."""
        return self.cancelled_by.username if self.cancelled_by else self.cancel_reason

    def exclude(self, *, by: str, reason: str) -> None:
        """Let it count in no median and no comparison; Refused while it goes on, and without a reason."""
        exclusion.exclude(self, by=by, reason=reason)
        self._watch_trend()

    def include(self, *, by: str) -> None:
        """Let it count again."""
        exclusion.include(self, by=by)
        self._watch_trend()

    def _watch_trend(self) -> None:
        from benchlab.models.comparisons import regression, trend  # They refer to runs.

        if followed := trend.trend_of(self):
            regression.watch(followed)

    def pin_as_baseline(self, *, by: User | None) -> "Baseline":
        """Let later runs of its kind be held against it and its repeats; Refused where it does not count."""
        from benchlab.models.comparisons import baseline  # It refers to runs.

        return baseline.pin(self, by=by)

    def set_tags(self, names: Iterable[str]) -> None:
        """These and no others; Refused where one is no tag."""
        self.tags.set(tags := Tag.named(names))
        audit_log.record("tagged", self, tags=[tag.name for tag in tags])

    def keep_snapshot(self, moment: str, taken: dict[str, Any]) -> None:
        """At the start or the end, not saved; of both the worse durability is the run's."""
        self.snapshot = {**(self.snapshot or {}), moment: taken}
        told = [each["durability"] for each in self.snapshot.values()]
        self.durability = durability.worst(each["badge"] for each in told)
        self.durability_reason = next(each["reason"] for each in reversed(told) if each["badge"] == self.durability)

    def settle(self) -> bool:
        """Undo what is left of an ended run on its servers and free its locks; False while something remains."""
        return not cleanup.settle(self)

    def free(self, *, by: User) -> None:
        """Give up the locks of an ended run although something of it may go on; Refused while it runs."""
        if not self.is_over:
            raise Refused([Problem(str(self), "It still goes on. Cancel it first.")])
        cleanup.free(self, by=by.username)
        audit_log.record("freed", self)

    def export(self, file: IO[bytes]) -> None:
        """Write the zip that another benchlab can import."""
        from benchlab.models.exchange import run_export  # It reads every other model.

        run_export.export(self, file)

    def remove(self) -> None:
        """Forget the run, its files and its tables; Refused while it goes on."""
        deletion.remove(self)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """With its files, and with its tables on its servers."""
        if self.started_at and self.imported_result is None:
            cleanup.drop_schemas(self)
        shutil.rmtree(self.folder, ignore_errors=True)
        return super().delete(*args, **kwargs)

    def artefacts(self) -> list[Artefact]:
        return artefacts_in(self.folder)

    def record(self, message: str, *, severity: str = "info", phase: str = "", at_s: float | None = None) -> None:
        """Add a line to the run's log."""
        LogLine.objects.create(run=self, message=message, severity=severity, phase=phase, at_s=at_s)

    def result(self) -> dict[str, Any]:
        """The result document."""
        from benchlab.models.results import result_document as result  # It reads every other model.

        return result.document(self)

    def _planned_server_names(self) -> list[str]:
        listed = self.__dict__.get("planned_servers")  # A list does not read the whole plan.
        planned = json.loads(listed) if listed else self.plan_json.get("servers", ())
        return [target["name"] for target in planned]

    def _still_ours(self) -> "RunQuerySet":
        return Run.objects.running().filter(pk=self.pk, worker=self.worker)

    def _end(self, state: State, *, error: str = "", among: "RunQuerySet | None" = None) -> bool:
        runs = self._still_ours() if among is None else among
        # The grade is of a whole run.
        graded = {} if state == State.FINISHED else {"grade": "", "trust_reasons": []}
        with transaction.atomic():
            ended = runs.update(state=state, error=error, finished_at=timezone.now(), **graded) == 1
            if ended:
                endings.tell(self, state)
        self.refresh_from_db(fields=["state", "error", "finished_at", "cancelled_by", "cancel_reason", *graded])
        return ended
