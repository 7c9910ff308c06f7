"""Queries for runs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

from django.db import models
from django.db.models import Case, CharField, Exists, OuterRef, Q, Value, When
from django.db.models.fields.json import KT, KeyTextTransform, KeyTransform
from django.db.models.functions import Cast, Now
from django.db.models.lookups import Exact
from django.utils import timezone

from benchlab.models.accounts import User
from benchlab.models.runs.states import ENDED, LOST_AFTER, State
from benchlab.models.servers import Server

if TYPE_CHECKING:
    from benchlab.models.runs.run import Run

_LAUNCHED = ("parameters", "written")


class RunQuerySet(models.QuerySet["Run"]):
    def queued(self) -> Self:
        return self.filter(state=State.QUEUED)

    def running(self) -> Self:
        return self.filter(state=State.RUNNING)

    def going_on(self) -> Self:
        return self.exclude(state__in=ENDED)

    def ended(self) -> Self:
        return self.filter(state__in=ENDED)

    def lost(self) -> Self:
        # By the clock of the database, which all beats go by: those of two machines may differ by more than this.
        return self.running().filter(beat_at__lt=Now() - LOST_AFTER)

    def needing_cleanup(self) -> Self:
        """Ended, but something of them may be left on their servers."""
        return self.ended().filter(cleaned_up_at=None, started_at__isnull=False, imported_result__isnull=True)

    def end_waiting(self, *, by: User | None = None, reason: str = "") -> int:
        """Cancel the queued ones in one statement, so that none of them starts meanwhile; how many."""
        ended = {"state": State.CANCELLED, "finished_at": timezone.now(), "waiting_for": ""}
        return self.queued().update(**_asked(by, reason), **ended)

    def ask_running(self, *, by: User | None = None, reason: str = "") -> int:
        """Ask the running ones to end, which takes up to two seconds; how many were not asked before."""
        return self.running().filter(cancel_requested_at=None).update(**_asked(by, reason))

    def light(self) -> Self:
        """Without the large columns; of the imported document whether there is one."""
        was_imported = Case(When(imported_result__isnull=False, then=Value(True)), default=Value(False))
        without = self.defer("plan_json", "snapshot", "imported_result", "host_summary")
        return without.annotate(was_imported=was_imported)

    def counting(self) -> Self:
        """Those whose figures count in medians and comparisons."""
        return self.filter(state=State.FINISHED, excluded_at=None)

    def current(self) -> Self:
        """Without those whose place in their experiment another run has taken."""
        return self.filter(superseded_by=None)

    def on(self, server: Server) -> Self:
        return self.filter(servers=server)

    def launched_with(self, pairs: Iterable[tuple[str, str]]) -> Self:
        """Those whose parameters have these values, as numbers or as people write them: ``("duration", "20s")``."""
        found = self
        for name, value in pairs:
            places = [Cast(KeyTextTransform(name, KeyTransform(of, "plan_json")), CharField()) for of in _LAUNCHED]
            found = found.filter(Q(Exact(places[0], Value(value))) | Q(Exact(places[1], Value(value))))
        return found

    def in_order(self, numbers: Iterable[int]) -> list["Run"]:
        """Those with the numbers. A list is found first and read then: SQLite reads the plans of all that it sorts."""
        wanted = list(numbers)
        found = self.in_bulk(wanted)
        return [found[number] for number in wanted if number in found]

    def listed(self) -> Self:
        """With what a list shows of each, in four queries, and without the large columns."""
        with_drive = self.model._base_manager.filter(pk=OuterRef("pk"), phases__kind="drive")
        return (
            self.select_related("benchmark", "created_by")
            .prefetch_related("servers", "tags")
            .light()
            .defer("warnings")
            .annotate(
                planned_servers=KT("plan_json__servers"),
                headline_unit=Case(When(Exists(with_drive), then=Value("transactions/s")), default=Value("rows/s")),
            )
        )

    def with_parameters(self) -> Self:
        """With those that it was launched with, as JSON, for a list that does not read whole plans."""
        return self.annotate(
            launched_parameters=KT("plan_json__parameters"), written_parameters=KT("plan_json__written")
        )


def _asked(by: User | None, reason: str) -> dict[str, Any]:
    return {"cancel_requested_at": timezone.now(), "cancelled_by": by, "cancel_reason": reason}
