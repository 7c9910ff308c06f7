"""Excluding runs from medians and comparisons, and including them again."""

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models, transaction
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import events
from benchlab.models.accounts import audit_log
from benchlab.models.events import EventKind

LONGEST_REASON = 500


class Excludable(models.Model):
    """Keeps who excluded it, when and why; its log keeps every change."""

    excluded_at = models.DateTimeField(null=True)
    """Since when it counts in no median and no comparison."""
    excluded_by = models.CharField(max_length=150, blank=True)
    exclusion_reason = models.CharField(max_length=500, blank=True)

    if TYPE_CHECKING:

        @property
        def is_over(self) -> bool: ...

        def record(self, message: str, *, severity: str = "info") -> None: ...

    class Meta:
        abstract = True

    @property
    def is_excluded(self) -> bool:
        return self.excluded_at is not None

    def refuse_unless_over(self) -> None:
        if not self.is_over:
            raise Refused([Problem(str(self), "It has not ended. Wait for its end or cancel it, then exclude it.")])

    def exclude(self, *, by: str, reason: str) -> None:
        """Refused while the run goes on, and without a reason."""
        reason = " ".join(reason.split())
        self.refuse_unless_over()
        if not 0 < len(reason) <= LONGEST_REASON:
            raise Refused([Problem("reason", f"Say why it is excluded, in {LONGEST_REASON} characters at most.")])
        with transaction.atomic():
            self._set_exclusion(timezone.now(), by, reason)
            events.record(EventKind.RUN_EXCLUDED, self)
            audit_log.record("excluded", self, reason=reason)
            self.record(f"{by} excluded the run from medians and comparisons: {reason}", severity="warning")

    def include(self, *, by: str) -> None:
        """Does nothing for a run that is not excluded."""
        if not self.is_excluded:
            return
        with transaction.atomic():
            self._set_exclusion(None, "", "")
            events.record(EventKind.RUN_INCLUDED, self)
            audit_log.record("included", self)
            self.record(f"{by} included the run in medians and comparisons again.")

    def _set_exclusion(self, at: datetime | None, by: str, reason: str) -> None:
        self.excluded_at, self.excluded_by, self.exclusion_reason = at, by, reason
        self.save(update_fields=["excluded_at", "excluded_by", "exclusion_reason"])
