"""Runs: the row is the queue."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from benchlab.definitions.plan.plan import Plan
from benchlab.models import events
from benchlab.models.accounts import User, audit_log
from benchlab.models.events import EventKind
from benchlab.models.runs.artifact_files import Artefact, artefacts_in
from benchlab.models.runs.exclusion import Excludable
from benchlab.models.runs.launched_by import Launchable
from benchlab.models.runs.log import LogLine
from benchlab.models.runs.queries import RunQuerySet
from benchlab.models.runs.states import ENDED, State
from benchlab.models.runs.tag import Tag
from benchlab.models.servers import Server
from benchlab.probes.server import durability

SNAPSHOT_FIELDS = ("snapshot", "durability", "durability_reason")
_EVENT_OF = {
    State.FINISHED: EventKind.RUN_FINISHED,
    State.FAILED: EventKind.RUN_FAILED,
    State.CANCELLED: EventKind.RUN_CANCELLED,
}


class Run(Launchable, Excludable):
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
    tags = models.ManyToManyField("benchlab.Tag", related_name="runs")
    cleaned_up_at = models.DateTimeField(null=True)
    """When nothing of it was left on its servers: statements gone, account dropped, settings restored."""
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
        """The servers' current names, or those in its plan where the servers are not known here (any more)."""
        return [server.name for server in self.servers.all()] or self._planned_server_names()

    @property
    def is_imported(self) -> bool:
        """Whether it was executed by another installation."""
        listed: bool | None = self.__dict__.get("was_imported")  # A list does not read the whole document.
        return self.imported_result is not None if listed is None else listed

    @property
    def folder(self) -> Path:
        """Where its artefacts are stored."""
        return Path(settings.RUNS_DIR) / str(self.pk)

    def artefacts(self) -> list[Artefact]:
        return artefacts_in(self.folder)

    @property
    def is_over(self) -> bool:
        return self.state in ENDED

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
        """Whether it measured less than it was meant to, so that its figures are no result."""
        return self.state in (State.FAILED, State.CANCELLED)

    @property
    def canceller(self) -> str:
        """Who or what cancelled it."""
        return self.cancelled_by.username if self.cancelled_by else self.cancel_reason

    def beat(self) -> bool:
        """Record that the run goes on; False if it is not this worker's any more."""
        return self._still_ours().update(beat_at=Now()) == 1

    def finish(self) -> bool:
        return self._end(State.FINISHED)

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
        """Cancel a queued run at once, a running one within two seconds; False if it is over."""
        mine = Run.objects.filter(pk=self.pk)
        with transaction.atomic():
            has_ended = bool(mine.end_waiting(by=by, reason=reason))
            requested = bool(mine.ask_running(by=by, reason=reason)) or has_ended
            if has_ended:
                self.record_end(State.CANCELLED)
        if requested:
            audit_log.record("cancelled", self, reason=reason)
        return requested

    def record_end(self, state: State) -> None:
        """Record the event, and close its experiment with its last run; called in the transaction that ends it."""
        events.record(_EVENT_OF[state], self)
        if self.experiment:
            self.experiment.close_if_over()

    def set_tags(self, names: Iterable[str]) -> None:
        """Replace its tags; Refused where a name can not be a tag."""
        self.tags.set(tags := Tag.named(names))
        audit_log.record("tagged", self, tags=[tag.name for tag in tags])

    def keep_snapshot(self, moment: str, taken: dict[str, Any]) -> None:
        """Of the start or the end, without saving; the run's durability is the worse of the two."""
        self.snapshot = {**(self.snapshot or {}), moment: taken}
        found = [each["durability"] for each in self.snapshot.values()]
        self.durability = durability.worst(each["badge"] for each in found)
        self.durability_reason = next(each["reason"] for each in reversed(found) if each["badge"] == self.durability)

    def record(self, message: str, *, severity: str = "info", phase: str = "", at_s: float | None = None) -> None:
        """Add a line to the run's log."""
        LogLine.objects.create(run=self, message=message, severity=severity, phase=phase, at_s=at_s)

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
                self.record_end(state)
        self.refresh_from_db(fields=["state", "error", "finished_at", "cancelled_by", "cancel_reason", *graded])
        return ended
