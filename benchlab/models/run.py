"""Runs: the row is the queue."""

from pathlib import Path
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from benchlab.definitions.plan import Plan
from benchlab.models.benchmark import Benchmark, Revision
from benchlab.models.people import User
from benchlab.models.server import Server


class State(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (State.FINISHED, State.FAILED, State.CANCELLED)


class RunQuerySet(models.QuerySet["Run"]):
    def queued(self) -> Self:
        return self.filter(state=State.QUEUED)

    def running(self) -> Self:
        return self.filter(state=State.RUNNING)

    def ended(self) -> Self:
        return self.filter(state__in=ENDED)

    def on(self, server: Server) -> Self:
        return self.filter(servers=server)


class Experiment(models.Model):
    """Runs launched together: a grid over parameters x repeats, interleaved."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="experiments")
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    created_at = models.DateTimeField(auto_now_add=True)


class Run(models.Model):
    """One execution of a plan."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="runs")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="runs")
    experiment = models.ForeignKey(Experiment, on_delete=models.CASCADE, null=True, related_name="runs")
    servers = models.ManyToManyField(Server, related_name="runs")
    label = models.CharField(max_length=100, blank=True)
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
    def folder(self) -> Path:
        """Where its artefacts lie."""
        return Path(settings.RUNS_DIR) / str(self.pk)

    @property
    def is_over(self) -> bool:
        return self.state in ENDED


class Phase(models.Model):
    """A phase that began; ``result`` is filled when it ends."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="phases")
    ordinal = models.PositiveIntegerField()
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=20)
    parent = models.CharField(max_length=100, blank=True)
    started_s = models.FloatField()
    expected_s = models.FloatField(null=True)
    finished_s = models.FloatField(null=True)
    done = models.FloatField(null=True)
    total = models.FloatField(null=True)
    unit = models.CharField(max_length=20, blank=True)
    result: "models.JSONField[Any, Any]" = models.JSONField(null=True)

    class Meta:
        ordering = ("ordinal",)
        constraints = [models.UniqueConstraint("run", "name", name="one_phase_a_name")]


class Histogram(models.Model):
    """Latencies of a phase, or of one of its statements; ``counts`` is Histogram.to_bytes()."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="histograms")
    statement = models.CharField(max_length=100, blank=True)
    counts = models.BinaryField()


class Chunk(models.Model):
    """A stretch of one source's series, packed by analysis.series; ``metric`` is empty while it holds all metrics."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="chunks")
    source = models.CharField(max_length=120)
    metric = models.CharField(max_length=80, blank=True)
    start_s = models.FloatField()
    end_s = models.FloatField()
    packed = models.BinaryField()

    class Meta:
        ordering = ("source", "metric", "start_s")
        constraints = [models.UniqueConstraint("run", "source", "metric", "start_s", name="one_chunk_a_stretch")]


class LayoutCapture(models.Model):
    """How the run's tables were laid out at one moment: the rows of the result document's ``layouts``."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="layouts")
    at = models.CharField(max_length=10)
    time_s = models.FloatField()
    rows: "models.JSONField[Any, Any]" = models.JSONField()

    class Meta:
        ordering = ("time_s",)


class LogLine(models.Model):
    """What the run's reader may want to know, in order."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="log")
    at_s = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    severity = models.CharField(max_length=10, default="info")
    phase = models.CharField(max_length=100, blank=True)
    message = models.TextField()

    class Meta:
        ordering = ("pk",)


class CheckOutcome(models.Model):
    """One acceptance condition of a check phase."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="checks")
    name = models.CharField(max_length=200)
    passed = models.BooleanField()
    value = models.FloatField(null=True)
    limit = models.CharField(max_length=100)

    class Meta:
        ordering = ("pk",)


class Note(models.Model):
    """What people wrote to a run."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("pk",)


class Lock(models.Model):
    """A server or host in use: ``server:NAME``, ``host:MACHINE``. Kept until the run's statements are gone from there."""

    resource = models.CharField(max_length=200, unique=True)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="locks")


class ChangedSetting(models.Model):
    """A global setting that a run changed, recorded before the change, deleted once it is put back."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="changed_settings")
    server = models.ForeignKey(Server, on_delete=models.CASCADE)
    name = models.CharField(max_length=64)
    value = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint("server", "name", name="a_setting_is_changed_by_one_run")]


class Installation(models.Model):
    """The one row of what this installation is and how its team set it up."""

    token = models.CharField(max_length=8)
    """Part of every schema's name, so that two installations may share a server."""
    replace_schemas = models.BooleanField(
        "Drop the schema of an ended run when the next run starts on its server", default=True
    )
