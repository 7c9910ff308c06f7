"""The shared page of a run."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from benchlab.analysis.trust.trust_grade import GRADES, distrust
from benchlab.charts.layouts import TableHistory
from benchlab.charts.publishing.preview_chart import preview_chart
from benchlab.charts.publishing.redaction import anonymous, badge_of, harmless, revealed_parameters, versions
from benchlab.charts.render.chart_json import Chart
from benchlab.charts.runs import RunPage
from benchlab.charts.runs.latency_distribution import percentile_panel
from benchlab.charts.runs.phase_timeline import Timeline
from benchlab.charts.runs.run_charts import Drawn
from benchlab.charts.runs.run_labels import Fact, Word
from benchlab.charts.runs.summary_cards import Card
from benchlab.histogram import Histogram
from benchlab.models import CheckOutcome, Note, Phase, Reveal, Run, StoredHistogram

FEWEST = 50
"""With fewer values there is no distribution to draw."""


@dataclass(frozen=True)
class Remarks:
    """Errors, warnings and notes of a run: in full where they are shared, else their number."""

    error: str
    sentences: Sequence[str]
    notes: Sequence[Note]
    untold: int
    """How many sentences are not shown."""


class SharedRun:
    kind, offers = "run", tuple(Reveal)

    def __init__(self, run: Run, reveals: Collection[str]) -> None:
        self._page, self._run, self._reveals = RunPage(run), run, reveals
        self._page.parameters = revealed_parameters(self._page.parameters, self._page.plan, reveals)
        self.state, self.number = run.state, run.pk
        self.started_at: datetime | None = run.started_at
        self.benchmark = run.benchmark.title
        self.is_over = run.is_over
        self.grade = run.trust_grade or ""
        self.is_excluded = run.is_excluded
        self.durability = badge_of(run)
        self.by = run.launched_by if Reveal.PEOPLE in reveals else ""

    @property
    def title(self) -> str:
        return f"{self.benchmark}: run {self.number}"

    @property
    def description(self) -> str:
        told = [f"{card.name}: {card.value} {card.unit}".strip() for card in self.cards[:2]]
        return f"{self.state.capitalize()}. {', '.join(filter(None, (*told, self.broke_off)))}."

    @property
    def distrust(self) -> str:
        return distrust([self.grade])

    @property
    def grade_words(self) -> str:
        return GRADES.get(self.grade, "")

    @property
    def words(self) -> list[Word]:
        if Reveal.SETTINGS in self._reveals:
            return [word for word in self._page.words if word.matters]
        return harmless(self._page.plan, self._page.parameters)

    @property
    def versions(self) -> list[str]:
        return versions(self._page.plan, self._reveals)

    @cached_property
    def cards(self) -> list[Card]:
        return self._page.cards

    @property
    def broke_off(self) -> str:
        return self._page.broke_off

    @property
    def timeline(self) -> Timeline:
        return self._page.timeline

    @property
    def phases(self) -> list[Phase]:
        return self._page.phases

    @property
    def checks(self) -> list[CheckOutcome]:
        return self._page.checks

    @property
    def record(self) -> RunPage:
        """For the study's figures next to the run's own."""
        return self._page

    @property
    def layouts(self) -> list[TableHistory]:
        return self._page.partitioned

    @cached_property
    def overview(self) -> Drawn:
        return self._page.drawn("overview")

    @cached_property
    def distribution(self) -> dict[str, Any] | None:
        stored = StoredHistogram.objects.filter(phase__run=self._run, statement="").order_by("phase__ordinal")
        read = {each.phase.name: Histogram.from_bytes(bytes(each.counts)) for each in stored.select_related("phase")}
        known = {name: histogram for name, histogram in read.items() if histogram.count >= FEWEST}
        return percentile_panel("percentiles", known) if known else None

    @property
    def preview(self) -> Chart | None:
        first = next((chart.panel for chart in self.overview.charts), None)
        title, key = (first.title, first.key) if first else ("Response times by percentile", "percentiles")
        return preview_chart(title, key, self.content)

    @cached_property
    def content(self) -> dict[str, Any]:
        """What charts.js draws."""
        drawn = anonymous(self.overview.content)
        return {**drawn, "panels": [*drawn["panels"], *([self.distribution] if self.distribution else [])]}

    @property
    def said(self) -> Remarks:
        sentences = [*self._run.trust_reasons, *self._page.other_warnings]
        if Reveal.WORDS in self._reveals:
            return Remarks(self._run.error, sentences, list(self._run.notes.all()), 0)
        return Remarks("", (), (), len(sentences) + bool(self._run.error))

    @property
    def changed_settings(self) -> Mapping[str, Any]:
        return self._page.changed_settings if Reveal.SETTINGS in self._reveals else {}

    @property
    def host_facts(self) -> list[Fact]:
        return [*self._page.host_facts, *self._page.storage_facts] if Reveal.HOSTS in self._reveals else []
