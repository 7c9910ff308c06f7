"""What happened that people and programs want to be told of."""

from typing import Any, ClassVar, Protocol

from django.db import models
from django.urls import reverse


class Event(models.TextChoices):
    RUN_FINISHED = "run.finished", "A run has finished"
    RUN_FAILED = "run.failed", "A run has failed"
    EXPERIMENT_OVER = "experiment.over", "An experiment is over"
    REGRESSION_FOUND = "regression.found", "A regression was found"
    NOT_LAUNCHED = "schedule.not_launched", "A schedule launched nothing"
    TEST = "test", "A test"


WANTED = tuple(choice for choice in Event.choices if choice[0] != Event.TEST)
"""What one can ask for, with its words."""


class Subject(Protocol):
    """What a notice is of: a run, an experiment, a regression, a time of a schedule."""

    pk: Any
    _meta: ClassVar[Any]

    @property
    def benchmark_id(self) -> Any: ...

    @property
    def servers(self) -> Any:
        """A manager or a query of servers."""


class Notice(models.Model):
    """Something that happened, and what is told of it."""

    event = models.CharField(max_length=40, choices=Event)
    kind = models.CharField(max_length=40, blank=True)
    """Of its subject: run, experiment, regression, occurrence; none of a test."""
    number = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField(auto_now_add=True)
    document_json: "models.JSONField[dict[str, Any] | None, dict[str, Any] | None]" = models.JSONField(null=True)
    """Made when it is first delivered: a verdict takes longer than the end of a run should wait."""

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.get_event_display()}{f': {self.kind} {self.number}' if self.number else ''}"

    @property
    def subject_url(self) -> str:
        """The page of what it is of; a regression or a schedule's time has none of its own."""
        return reverse(self.kind, args=[self.number]) if self.kind in ("run", "experiment") else ""

    @property
    def document(self) -> dict[str, Any]:
        """benchlab.notice/1, the same for all who are told."""
        from benchlab.models.notifications import document as notice_document  # It reads every other model.

        if self.document_json is None:
            self.document_json = notice_document.of(self)
            self.save(update_fields=["document_json"])
        return self.document_json
