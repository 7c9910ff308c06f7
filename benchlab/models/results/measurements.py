"""What a run leaves behind: its phases, series, latencies, layouts, acceptances and notes."""

from typing import Any

from django.db import models
from django.utils import timezone

from benchlab.models.accounts import User
from benchlab.models.fields import ExactCharField, PackedField


class Phase(models.Model):
    """A phase that began; ``result`` is filled when it ends."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="phases")
    ordinal = models.PositiveIntegerField()
    name = ExactCharField(max_length=100)
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
        constraints = [models.UniqueConstraint(fields=("run", "name"), name="one_phase_a_name")]

    def __str__(self) -> str:
        return str(self.name)


class StoredHistogram(models.Model):
    """Histogram of a phase, or of one of its statements; ``counts`` is Histogram.to_bytes()."""

    phase = models.ForeignKey(Phase, on_delete=models.CASCADE, related_name="histograms")
    statement = ExactCharField(max_length=100, blank=True)
    counts = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=("phase", "statement"), name="one_histogram_a_statement")]


class Chunk(models.Model):
    """A stretch of one source's series, packed by analysis.series; ``metric`` is empty while it holds all metrics."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="chunks")
    source = ExactCharField(max_length=120)
    metric = ExactCharField(max_length=80, blank=True)
    start_s = models.FloatField()
    end_s = models.FloatField()
    packed = models.BinaryField()

    class Meta:
        ordering = ("source", "metric", "start_s")
        constraints = [
            models.UniqueConstraint(fields=("run", "source", "metric", "start_s"), name="one_chunk_a_stretch")
        ]


class LayoutCapture(models.Model):
    """How the run's tables were laid out at one moment: the rows of the result document's ``layouts``."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="layouts")
    at = models.CharField(max_length=10)
    time_s = models.FloatField()
    rows = PackedField()

    class Meta:
        ordering = ("time_s",)


class CheckOutcome(models.Model):
    """One acceptance condition of a check phase."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="checks")
    name = models.CharField(max_length=400)
    passed = models.BooleanField()
    value = models.FloatField(null=True)
    limit = models.CharField(max_length=100)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.name


class Note(models.Model):
    """What people wrote to a run."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="notes")
    author = models.ForeignKey("benchlab.User", on_delete=models.SET_NULL, null=True)
    text = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)
    edited_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.text

    def belongs_to(self, user: User) -> bool:
        """Whether the person may change it: its author, and those who may delete the run."""
        return user.pk == self.author_id or user.has_perm("benchlab.delete_run")

    def rewrite(self, text: str) -> None:
        self.text, self.edited_at = text, timezone.now()
        self.save(update_fields=["text", "edited_at"])
