"""Occurrences of a schedule: what was launched and its verdict, or why nothing was."""

from typing import Any, Self
from urllib.parse import urlencode

from django.db import models
from django.db.models import Exists, Manager, OuterRef, Q
from django.urls import reverse

from benchlab.analysis.trust.trust_grade import DOUBTFUL
from benchlab.models.accounts import User
from benchlab.models.experiments import Experiment
from benchlab.models.runs import ENDED, Run, RunQuerySet
from benchlab.models.servers import Server


class OccurrenceOutcome(models.TextChoices):
    LAUNCHED = "launched"
    SKIPPED = "skipped"
    """The last one was not over."""
    MISSED = "missed"
    """benchlab was down."""
    REFUSED = "refused"
    """It could not be launched."""


class OccurrenceQuerySet(models.QuerySet["Occurrence"]):
    def listed(self) -> Self:
        return self.select_related("run", "experiment__benchmark", "asked_by", "schedule__benchmark")

    def unjudged(self) -> Self:
        """Those whose runs are over, and not yet compared with the baseline."""
        goes_on = Run.objects.current().filter(experiment=OuterRef("experiment")).exclude(state__in=ENDED)
        over = Q(run__state__in=ENDED) | (Q(experiment__isnull=False) & ~Exists(goes_on))
        return self.filter(over, judged_at=None).select_related("schedule", "run", "experiment")


class Occurrence(models.Model):
    """One time of a schedule, or several that were missed in a row."""

    schedule = models.ForeignKey("benchlab.Schedule", on_delete=models.CASCADE, related_name="occurrences")
    due_at = models.DateTimeField()
    at = models.DateTimeField(auto_now_add=True)
    outcome = models.CharField(max_length=10, choices=OccurrenceOutcome)
    reason = models.TextField(blank=True)
    """Why nothing was launched, or why it was launched late, in a sentence."""
    asked_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """Who launched it by hand."""
    run = models.ForeignKey(Run, on_delete=models.SET_NULL, null=True, related_name="+")
    experiment = models.ForeignKey(Experiment, on_delete=models.SET_NULL, null=True, related_name="+")
    verdict = models.CharField(max_length=20, blank=True)
    """The worst of them; empty where there is none."""
    verdicts: "models.JSONField[list[dict[str, Any]], list[dict[str, Any]]]" = models.JSONField(default=list)
    """For each combination {label, word, reason, ratio, runs, against}."""
    grade = models.CharField(max_length=1, blank=True)
    """The worst of its runs."""
    judged_at = models.DateTimeField(null=True)

    objects = OccurrenceQuerySet.as_manager()

    class Meta:
        ordering = ("-due_at", "-pk")
        indexes = [models.Index(fields=["schedule", "due_at"])]
        constraints = [
            models.CheckConstraint(condition=Q(outcome__in=OccurrenceOutcome.values), name="outcome_is_known")
        ]

    def __str__(self) -> str:
        return f"{self.schedule} at {self.due_at:%Y-%m-%d %H:%M} UTC"

    @property
    def benchmark_id(self) -> int:
        """This and the next two: as every subject of an event has them."""
        return self.schedule.benchmark_id

    @property
    def servers(self) -> "Manager[Server]":
        return self.schedule.servers

    @property
    def created_by_id(self) -> int | None:
        return self.schedule.owner_id

    @property
    def launched(self) -> Run | Experiment | None:
        """None, too, where it was deleted since."""
        return self.run or self.experiment

    @property
    def runs(self) -> RunQuerySet:
        """Those that it launched."""
        found = Run.objects.current().select_related("benchmark", "experiment")
        return found.filter(pk=self.run_id) if self.run_id else found.filter(experiment=self.experiment_id or 0)

    @property
    def worst(self) -> dict[str, Any]:
        """The one of its verdicts that counts; empty before it was judged."""
        found = next((each for each in self.verdicts if each["word"] == self.verdict), {})
        return found and {**found, "grade": self.grade, "is_doubtful": self.grade in DOUBTFUL}

    @property
    def comparison(self) -> str:
        """The address of the comparison that the verdict is of; empty where there is none."""
        worst = self.worst
        if not worst.get("against"):
            return ""
        chosen = {"run": worst["runs"], "against": worst["against"], "factor": self.schedule.factors}
        return f"{reverse('comparison')}?{urlencode(chosen, doseq=True)}"
