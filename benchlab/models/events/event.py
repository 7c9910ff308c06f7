"""Events: what happened, one row each, written in the transaction that changed the state (decision 36)."""

from datetime import timedelta
from functools import partial
from typing import Any, ClassVar, Protocol, Self

from django.apps import apps
from django.db import models, transaction
from django.db.models import Q
from django.dispatch import Signal
from django.urls import reverse
from django.utils import timezone

CLAIM_LASTS = timedelta(seconds=60)
"""Whoever has not finished reacting by then was killed."""
REACTED_WITHIN = timedelta(seconds=5)
"""An event that nobody claimed by then was left by a process that was killed after its commit."""
KEPT_FOR = timedelta(weeks=4)

event_recorded = Signal()
"""Sent with ``event`` once the transaction that recorded it is committed."""


class EventKind(models.TextChoices):
    RUN_FINISHED = "run.finished", "A run has finished"
    RUN_FAILED = "run.failed", "A run has failed"
    RUN_CANCELLED = "run.cancelled", "A run was cancelled"
    RUN_EXCLUDED = "run.excluded", "A run was excluded"
    RUN_INCLUDED = "run.included", "A run was included again"
    EXPERIMENT_OVER = "experiment.over", "An experiment has ended"
    REGRESSION_FOUND = "regression.found", "A regression was found"
    NOT_LAUNCHED = "schedule.not_launched", "A schedule launched nothing"
    TEST = "test", "A test"


SUBSCRIBABLE = tuple(
    (kind.value, kind.label)
    for kind in (
        EventKind.RUN_FINISHED,
        EventKind.RUN_FAILED,
        EventKind.EXPERIMENT_OVER,
        EventKind.REGRESSION_FOUND,
        EventKind.NOT_LAUNCHED,
    )
)
"""The kinds that webhooks and people can subscribe to, with their labels."""


class Subject(Protocol):
    """What an event is about: a run, an experiment, a regression, an occurrence of a schedule."""

    pk: Any
    _meta: ClassVar[Any]

    @property
    def benchmark_id(self) -> Any: ...

    @property
    def servers(self) -> Any:
        """A manager or a query of servers."""


class EventQuerySet(models.QuerySet["Event"]):
    def unclaimed(self) -> Self:
        lapsed = timezone.now() - CLAIM_LASTS
        return self.filter(Q(claimed_at=None) | Q(claimed_at__lt=lapsed), reacted_at=None)

    def left_behind(self) -> Self:
        """Those whose process was killed before it could react."""
        return self.unclaimed().filter(at__lt=timezone.now() - REACTED_WITHIN).order_by("pk")

    def prune(self) -> int:
        """Delete old events that no delivery refers to; how many."""
        old = self.filter(at__lt=timezone.now() - KEPT_FOR, reacted_at__isnull=False, deliveries=None)
        return old.delete()[0]


class Event(models.Model):
    """Something that happened to a subject."""

    kind = models.CharField(max_length=40, choices=EventKind)
    subject_type = models.CharField(max_length=40, blank=True)
    """run, experiment, regression or occurrence; empty for a test."""
    subject_id = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True)
    """When a process began to react to it."""
    reacted_at = models.DateTimeField(null=True)
    document_json: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(null=True)
    """The notice document, made at the first delivery: a verdict takes longer than the end of a run should wait."""

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = [models.Index(fields=["reacted_at", "at"])]

    def __str__(self) -> str:
        subject = f": {self.subject_type} {self.subject_id}" if self.subject_id else ""
        return f"{self.get_kind_display()}{subject}"

    @classmethod
    def make_test(cls) -> "Event":
        """One without a subject, to which nothing reacts."""
        return Event.objects.create(kind=EventKind.TEST, reacted_at=timezone.now())

    @property
    def subject(self) -> Any:
        """The row that it is about; None where that was deleted, or for a test."""
        if not self.subject_type:
            return None
        return apps.get_model("benchlab", self.subject_type)._default_manager.filter(pk=self.subject_id).first()

    @property
    def subject_url(self) -> str:
        """The page of its subject; a regression and an occurrence have none of their own."""
        return reverse(self.subject_type, args=[self.subject_id]) if self.subject_type in ("run", "experiment") else ""

    def claim(self) -> bool:
        """Reserve the reactions for this process; False if another has them."""
        return Event.objects.unclaimed().filter(pk=self.pk).update(claimed_at=timezone.now()) == 1

    def mark_reacted(self) -> bool:
        """False if another process was faster."""
        return Event.objects.filter(pk=self.pk, reacted_at=None).update(reacted_at=timezone.now()) == 1


def record(kind: EventKind, subject: models.Model) -> None:
    """Write the event; called in the transaction that changes the subject's state."""
    event = Event.objects.create(kind=kind, subject_type=subject._meta.model_name or "", subject_id=subject.pk)
    # A bug in a reaction must not fail the state change, which is committed by then.
    transaction.on_commit(partial(event_recorded.send_robust, Event, event=event))
