"""What is asked of the table of runs."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import Case, Exists, OuterRef, Value, When
from django.db.models.fields.json import KT
from django.db.models.functions import Now

from benchlab.models.measured import Phase
from benchlab.models.server import Server
from benchlab.models.states import ENDED, LOST_AFTER, State

if TYPE_CHECKING:
    from benchlab.models.run import Run


class RunQuerySet(models.QuerySet["Run"]):
    def queued(self) -> Self:
        return self.filter(state=State.QUEUED)

    def running(self) -> Self:
        return self.filter(state=State.RUNNING)

    def ended(self) -> Self:
        return self.filter(state__in=ENDED)

    def lost(self) -> Self:
        # By the clock of the database, which all beats go by: those of two machines may differ by more than this.
        return self.running().filter(beat_at__lt=Now() - LOST_AFTER)

    def unsettled(self) -> Self:
        """Ended, but something of them may be left on their servers."""
        return self.ended().filter(settled_at=None, started_at__isnull=False, imported_result__isnull=True)

    def light(self) -> Self:
        """Without the large columns."""
        return self.defer("plan_json", "snapshot", "imported_result", "host_summary")

    def counting(self) -> Self:
        """Those whose figures count in medians and comparisons."""
        return self.filter(state=State.FINISHED, excluded_at=None)

    def current(self) -> Self:
        """Without those whose place in their experiment another run has taken."""
        return self.filter(superseded_by=None)

    def on(self, server: Server) -> Self:
        return self.filter(servers=server)

    def in_order(self, numbers: Iterable[int]) -> list["Run"]:
        """Those with the numbers. A list is found first and read then: SQLite reads the plans of all that it sorts."""
        wanted = list(numbers)
        found = self.in_bulk(wanted)
        return [found[number] for number in wanted if number in found]

    def listed(self) -> Self:
        """With what a list shows of each, in four queries, and without the large columns."""
        drives = Phase.objects.filter(run=OuterRef("pk"), kind="drive")
        return (
            self.select_related("benchmark", "created_by")
            .prefetch_related("servers", "tags")
            .light()
            .defer("warnings")
            .annotate(
                planned_servers=KT("plan_json__servers"),
                was_imported=Case(When(imported_result__isnull=False, then=Value(True)), default=Value(False)),
                headline_unit=Case(When(Exists(drives), then=Value("transactions/s")), default=Value("rows/s")),
            )
        )
