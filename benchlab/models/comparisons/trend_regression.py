"""Losses that a trend shows, for people to triage."""

from typing import Any, Self

from django.db import models, transaction
from django.urls import reverse
from django.utils import timezone

from benchlab.analysis.statistics.change_points import Change
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import events
from benchlab.models.accounts import User, audit_log
from benchlab.models.comparisons.trend import Trend, trend_of
from benchlab.models.events import EventKind
from benchlab.models.runs import Run
from benchlab.models.servers import Server

NEAR = 3
"""Runs: with every further run a change may be seen a little earlier or later, and is the same."""


class Triage(models.TextChoices):
    NEW = "new", "New"
    EXPLAINED = "explained", "Explained"
    ACCEPTED = "accepted", "Accepted"
    FIXED = "fixed", "Fixed"


class RegressionQuerySet(models.QuerySet["Regression"]):
    def of(self, trend: Trend) -> Self:
        return self.filter(benchmark=trend.benchmark, server=trend.server, choice=trend.choice)

    def listed(self) -> Self:
        return self.select_related("benchmark", "server", "run", "triaged_by")


class Regression(models.Model):
    """A fall of the primary figure from one level to a worse one; ``run`` is the first on that."""

    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.CASCADE, related_name="regressions")
    server = models.ForeignKey(Server, on_delete=models.CASCADE, related_name="regressions")
    choice = models.CharField(max_length=64)
    """Of the parameters, as of a baseline."""
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="regressions")
    figure = models.CharField(max_length=200)
    unit = models.CharField(max_length=40, blank=True)
    before = models.FloatField()
    after = models.FloatField()
    is_provisional = models.BooleanField(default=False)
    found_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=Triage, default=Triage.NEW, db_index=True)
    reason = models.CharField(max_length=500, blank=True)
    triaged_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    triaged_at = models.DateTimeField(null=True)

    objects = RegressionQuerySet.as_manager()

    class Meta:
        ordering = ("-found_at", "-pk")
        constraints = [
            models.CheckConstraint(condition=models.Q(state__in=Triage.values), name="regression_state_is_known")
        ]

    def __str__(self) -> str:
        return f"Regression {self.pk}"

    def get_absolute_url(self) -> str:
        return f"{reverse('regressions')}?state={self.state}"

    @property
    def servers(self) -> "models.QuerySet[Server]":
        return Server.objects.filter(pk=self.server_id)

    @property
    def ratio(self) -> float | None:
        return self.after / self.before if self.before else None

    def triage(self, state: str, *, by: User | None, reason: str) -> None:
        """Set its outcome; Refused without a reason, except for one that becomes new again."""
        reason = " ".join(reason.split())
        if state not in Triage.values:
            raise Refused([Problem("state", f"A regression is {', '.join(Triage.values)}.")])
        if (not reason and state != Triage.NEW) or len(reason) > 500:
            raise Refused([Problem("reason", "Say in a sentence of at most 500 characters why.")])
        self.state, self.reason, self.triaged_by, self.triaged_at = state, reason, by, timezone.now()
        self.save(update_fields=["state", "reason", "triaged_by", "triaged_at"])
        audit_log.record("triaged", self, state=state, reason=reason)

    def to_json(self) -> dict[str, Any]:
        of = {
            "benchmark": self.benchmark.slug,
            "server": self.server.name,
            "choice": self.choice,
            "since_run": self.run_id,
        }
        fields = ("figure", "unit", "before", "after", "ratio", "is_provisional", "state", "reason")
        return {"regression": self.pk, **of, **{name: getattr(self, name) for name in fields}}


def watch(run: Run) -> None:
    """Look for regressions in the trend that the run belongs to."""
    if trend := trend_of(run):
        _update(trend)


def _update(trend: Trend) -> None:
    """Store what its runs show by now; losses that further runs deny are deleted, where nobody has triaged them."""
    known = list(Regression.objects.of(trend).select_related("run"))
    found = [(change, _same(known, trend, change)) for change in trend.losses]
    for change, same in found:
        _keep(trend, change, same)
    kept = {same.pk for _, same in found if same}
    Regression.objects.filter(pk__in=[each.pk for each in known if each.pk not in kept], state=Triage.NEW).delete()


def _same(known: list[Regression], trend: Trend, change: Change) -> Regression | None:
    place = {point.run.pk: at for at, point in enumerate(trend.points)}
    near = [each for each in known if abs(place.get(each.run_id, -NEAR - 1) - change.at) <= NEAR]
    return min(near, key=lambda each: abs(place[each.run_id] - change.at), default=None)


def _keep(trend: Trend, change: Change, same: Regression | None) -> None:
    levels = {"before": change.before, "after": change.after, "is_provisional": change.is_provisional}
    if same:
        Regression.objects.filter(pk=same.pk).update(**levels)
    elif trend.figure:
        of = {"benchmark": trend.benchmark, "server": trend.server, "choice": trend.choice}
        figure = {"figure": trend.figure.title, "unit": trend.figure.unit}
        with transaction.atomic():
            found = Regression.objects.create(**of, **figure, run=trend.points[change.at].run, **levels)
            events.record(EventKind.REGRESSION_FOUND, found)
