"""A page of chosen runs, experiments, comparisons and trends with words around them, live or frozen."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Self
from urllib.parse import parse_qs

from django.db import models, transaction
from django.db.models import Count, Max
from django.urls import reverse
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import User, audit_log
from benchlab.models.fields import PackedField

MOST_SECTIONS = 60
LONGEST_TEXT = 20_000
FROZEN = "The report is frozen. Copy it: the copy is a draft that can be changed."


class SectionKind(models.TextChoices):
    """What a section is about."""

    TEXT = "text"
    RUN = "run"
    EXPERIMENT = "experiment"
    COMPARISON = "comparison"
    TREND = "trend"


class ReportQuerySet(models.QuerySet["Report"]):
    def listed(self) -> Self:
        return (
            self.select_related("created_by")
            .defer("content", "open_content")
            .annotate(length=Count("sections"))
            .order_by("-changed_at", "-pk")
        )

    def drafts(self) -> Self:
        return self.filter(frozen_at=None)


class Report(models.Model):
    title = models.CharField(max_length=120)
    authors = models.CharField(max_length=200, blank=True)
    """As they want to be named; who made it where it is empty."""
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="reports")
    created_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True)
    frozen_by = models.CharField(max_length=150, blank=True)
    content: "models.Field[Any, Any]" = PackedField(default=None)
    """What was drawn when it was frozen."""
    open_content: "models.Field[Any, Any]" = PackedField(default=None)
    """The same for those with a link: only what ``reveals`` names."""
    reveals = models.JSONField(default=list)

    objects = ReportQuerySet.as_manager()

    class Meta:
        ordering = ("-changed_at", "-pk")

    def __str__(self) -> str:
        return f"Report {self.pk}"

    def get_absolute_url(self) -> str:
        return reverse("report", args=[self.pk])

    @classmethod
    def make(cls, title: str, *, by: User | None, authors: str = "") -> Self:
        made = cls.objects.create(title=title, authors=authors, created_by=by)
        audit_log.record("added", made, title=title)
        return made

    @property
    def is_frozen(self) -> bool:
        return self.frozen_at is not None

    def rename(self, title: str, *, authors: str) -> None:
        with self._changing("title"):
            self.title, self.authors = title, authors
            self.save(update_fields=["title", "authors"])

    def add(self, kind: str, **fields: Any) -> "ReportSection":
        """A section at the end; Refused where there is no more room."""
        with self._changing("added a section"):
            known = self.sections.aggregate(count=Count("pk"), last=Max("place"))
            if known["count"] >= MOST_SECTIONS:
                raise Refused([Problem("sections", f"A report has {MOST_SECTIONS} sections at most; begin another.")])
            return self.sections.create(kind=kind, place=(known["last"] or 0) + 1, **fields)

    def arrange(self, order: Sequence[int]) -> None:
        """Put its sections, by number, into this order; Refused unless it names each once."""
        with self._changing("order"):
            known = list(self.sections.values_list("pk", flat=True))
            if sorted(order) != sorted(known):
                raise Refused(
                    [Problem("sections", "Name each section of the report once, in the order that you want.")]
                )
            for place, pk in enumerate(order, start=1):
                self.sections.filter(pk=pk).update(place=place)

    def freeze(self, content: Any, *, open_content: Any, reveals: Sequence[str], by: str) -> bool:
        """Keep what is drawn now; False if it was frozen before."""
        kept = {"content": content, "open_content": open_content, "reveals": list(reveals)}
        thawed = Report.objects.filter(pk=self.pk, frozen_at=None)
        frozen = thawed.update(frozen_at=timezone.now(), frozen_by=by, **kept) == 1
        if frozen:
            audit_log.record("froze", self, reveals=list(reveals))
        return frozen

    def copy(self, *, by: User | None) -> "Report":
        """A draft with the same sections; of a frozen one, too."""
        with transaction.atomic():
            title = self.title if self.title.endswith(" (copy)") else f"{self.title[:113]} (copy)"
            made = Report.objects.create(title=title, authors=self.authors, created_by=by)
            ReportSection.objects.bulk_create(section.copied_to(made) for section in self.sections.all())
            audit_log.record("added", made, copy_of=self.pk)
        return made

    def remove(self) -> None:
        audit_log.record("deleted", self, title=self.title)
        self.delete()

    @contextmanager
    def _changing(self, what: str) -> Iterator[None]:
        """One at a time, and none once it is frozen."""
        with transaction.atomic():
            if Report.objects.select_for_update().only("frozen_at").get(pk=self.pk).is_frozen:
                raise Refused([Problem("report", FROZEN)])
            yield
            self.changed_at = timezone.now()
            Report.objects.filter(pk=self.pk).update(changed_at=self.changed_at)
            audit_log.record("changed", self, what=what)


class ReportSection(models.Model):
    """Words, or parts of something that was measured."""

    report = models.ForeignKey(Report, on_delete=models.CASCADE, related_name="sections")
    place = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10, choices=SectionKind)
    query = models.TextField(blank=True)
    """Of what, as an address says it behind the question mark; what it names may have been deleted."""
    shows: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    """Which parts of it."""
    heading = models.CharField(max_length=120, blank=True)
    caption = models.CharField(max_length=500, blank=True)
    text = models.TextField(blank=True)

    class Meta:
        ordering = ("place", "pk")

    def __str__(self) -> str:
        return self.heading or f"{self.get_kind_display()} {self.place}"

    @property
    def subject(self) -> str:
        """What it is about, without asking whether that is there."""
        given = parse_qs(self.query)
        match self.kind:
            case SectionKind.RUN | SectionKind.EXPERIMENT:
                return f"{self.get_kind_display()} {given.get(self.kind, ['?'])[0]}"
            case SectionKind.COMPARISON:
                return f"Comparison of {len(given.get('run', ())) + len(given.get('against', ()))} runs"
            case SectionKind.TREND:
                return f"Trend of {given.get('benchmark', ['?'])[0]} on {given.get('server', ['?'])[0]}"
        return "Text"

    def rewrite(self, **fields: Any) -> None:
        with self.report._changing(f"section {self.place}"):
            for name, value in fields.items():
                setattr(self, name, value)
            self.save(update_fields=list(fields))

    def move(self, by: int) -> None:
        """Up by -1, down by 1; nothing happens at the ends."""
        order = list(self.report.sections.values_list("pk", flat=True))
        at = order.index(self.pk)
        order.insert(min(max(0, at + by), len(order) - 1), order.pop(at))
        self.report.arrange(order)

    def remove(self) -> None:
        with self.report._changing("removed a section"):
            self.delete()

    def copied_to(self, report: Report) -> "ReportSection":
        known = ("place", "kind", "query", "shows", "heading", "caption", "text")
        return ReportSection(report=report, **{name: getattr(self, name) for name in known})
