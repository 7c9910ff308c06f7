"""What shared pages show, and what of it only if the sharer ticks it: the templates name each thing that they show."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from benchlab.analysis.comparison import Comparison
from benchlab.analysis.trust import GRADES
from benchlab.analysis.verdict import Verdict
from benchlab.charts.cards import Card
from benchlab.charts.comparison_page import ComparisonPage
from benchlab.charts.experiment_grid import Row
from benchlab.charts.experiment_page import ExperimentPage
from benchlab.charts.experiment_results import Results, results_of
from benchlab.charts.latency import percentile_panel
from benchlab.charts.redaction import anonymous, badge_of, disguise, harmless, labelled, versions
from benchlab.charts.run_charts import Drawn
from benchlab.charts.run_page import RunPage
from benchlab.charts.timeline import Timeline
from benchlab.charts.trend_page import TrendPage
from benchlab.charts.words import Fact, Word
from benchlab.histogram import Histogram
from benchlab.models import Experiment, Note, Phase, Reveal, Run
from benchlab.models import Histogram as StoredHistogram
from benchlab.models.trend import Trend

SHOWN_CARDS = frozenset({"Runs", "Failed", "Finished", "Duration", "Time left"})
"""Of an experiment: what it waits for is not among them."""
FEWEST = 50
"""With fewer values there is no distribution to draw."""
DIFFER = "They differ in what is not compared: {names}."
NO_RESULT = "There is no result of each to compare."


@dataclass(frozen=True)
class Said:
    """What was said of a run: in full where that is shared, else only how much there is."""

    error: str
    sentences: Sequence[str]
    notes: Sequence[Note]
    untold: int
    """How many sentences are not shown."""


class SharedRun:
    kind, offers = "run", tuple(Reveal)

    def __init__(self, run: Run, reveals: Collection[str]) -> None:
        self._page, self._run, self._reveals = RunPage(run), run, reveals
        self.state, self.number = run.state, run.pk
        self.started_at: datetime | None = run.started_at
        self.benchmark = run.benchmark.title
        self.is_over = run.is_over
        self.grade = run.trust_grade or ""
        self.is_excluded = run.is_excluded
        self.durability = badge_of(run)
        self.by = run.created_by.username if Reveal.PEOPLE in reveals and run.created_by else ""

    @property
    def title(self) -> str:
        return f"{self.benchmark}: run {self.number}"

    @property
    def description(self) -> str:
        told = (f"{card.name}: {card.value} {card.unit}".strip() for card in self.cards[:2])
        return f"{self.state.capitalize()}. {', '.join(told)}."

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
    def content(self) -> dict[str, Any]:
        """What charts.js draws."""
        drawn = anonymous(self.overview.content)
        return {**drawn, "panels": [*drawn["panels"], *([self.distribution] if self.distribution else [])]}

    @property
    def said(self) -> Said:
        sentences = [*self._run.trust_reasons, *self._page.other_warnings]
        if Reveal.WORDS in self._reveals:
            return Said(self._run.error, sentences, list(self._run.notes.all()), 0)
        return Said("", (), (), len(sentences) + bool(self._run.error))

    @property
    def changed_settings(self) -> Mapping[str, Any]:
        return self._page.changed_settings if Reveal.SETTINGS in self._reveals else {}

    @property
    def host_facts(self) -> list[Fact]:
        return [*self._page.host_facts, *self._page.storage_facts] if Reveal.HOSTS in self._reveals else []


class SharedComparison(ComparisonPage):
    """The page of a comparison, of whose words only those of benchlab's own are left."""

    kind, offers = "comparison", (Reveal.SERVERS, Reveal.SETTINGS, Reveal.WORDS)

    def __init__(self, comparison: Comparison, reveals: Collection[str], *, phase: str) -> None:
        self.in_full = Reveal.WORDS in reveals
        named = comparison if {Reveal.SERVERS, Reveal.SETTINGS} <= set(reveals) else _disguised(comparison, reveals)
        super().__init__(named if self.in_full else _without_words(named), phase=phase)

    @property
    def title(self) -> str:
        return "Comparison of runs"

    @property
    def description(self) -> str:
        found = self.comparison.verdict
        return f"{found.word.capitalize()}. {found.reason}"

    @property
    def differences(self) -> list[str]:
        """Their names; the values are of servers and hosts."""
        return list(dict.fromkeys(each.title for each in self.comparison.differences))

    @property
    def content(self) -> dict[str, Any]:
        return anonymous(super().content)


def _disguised(comparison: Comparison, reveals: Collection[str]) -> Comparison:
    numbers = [member.run for side in comparison.sides for member in side.members]
    runs = Run.objects.filter(pk__in=numbers, experiment__isnull=False).select_related("experiment__revision")
    known = {run.experiment_id: run.experiment for run in runs}
    told = {pk: disguise(each, ExperimentPage(each).parameters, reveals) for pk, each in known.items() if each}
    words = {run.pk: _cell(told[run.experiment_id], run, several=len(told) > 1) for run in runs if run.experiment_id}
    return replace(comparison, sides=labelled(comparison.sides, words))


def _cell(experiment: Experiment, run: Run, *, several: bool) -> str:
    words = experiment.cell_words(run.cell)
    return ", ".join(filter(None, (f"experiment {experiment.pk}" if several or not words else "", words)))


def _without_words(comparison: Comparison) -> Comparison:
    """Reasons made of figures stay; those that name values of what differs are told by the names alone."""
    names = ", ".join(dict.fromkeys(each.title for each in comparison.outside))
    return replace(comparison, verdicts=tuple(_plain(each, names) for each in comparison.verdicts))


def _plain(verdict: Verdict, names: str) -> Verdict:
    if verdict.word != "not comparable":
        return replace(verdict, cautions=())
    return replace(verdict, reason=DIFFER.format(names=names) if names else NO_RESULT, cautions=())


class SharedExperiment:
    kind, offers = "experiment", (Reveal.SERVERS, Reveal.PEOPLE, Reveal.SETTINGS, Reveal.WORDS)

    def __init__(self, experiment: Experiment, reveals: Collection[str]) -> None:
        parameters = ExperimentPage(experiment).parameters
        self._page = page = ExperimentPage(disguise(experiment, parameters, reveals))
        self.in_full = Reveal.WORDS in reveals
        if not self.in_full:
            _silence(page.all_runs)
        self._reveals = reveals
        self.number, self.benchmark, self.repeats = experiment.pk, experiment.benchmark.title, experiment.repeats
        self.created_at = experiment.created_at
        self.by = experiment.created_by.username if Reveal.PEOPLE in reveals and experiment.created_by else ""

    @property
    def title(self) -> str:
        return f"{self.benchmark}: experiment {self.number}"

    @property
    def description(self) -> str:
        varied = "; ".join(f"{factor.label} {', '.join(factor.values)}" for factor in self.factors)
        return f"{len(self._page.runs)} runs. {varied}".strip()

    @property
    def state(self) -> str:
        return self._page.state

    @property
    def grades(self) -> str:
        return self._page.grades

    @property
    def factors(self) -> Sequence[Any]:
        return self._page.factors

    @property
    def words(self) -> list[Word]:
        if Reveal.SETTINGS in self._reveals:
            return self._page.words
        varied = {factor.label for factor in self.factors}
        found = harmless(self._page.plan, self._page.parameters) if self._page.plan else []
        return [word for word in found if word.label not in varied]

    @property
    def versions(self) -> list[str]:
        plan = self._page.plan
        return versions(plan, self._reveals) if plan and not self._page.experiment.varies_servers else []

    @property
    def cards(self) -> list[Card]:
        return [card for card in self._page.cards if card.name in SHOWN_CARDS]

    @property
    def unit(self) -> str:
        return self._page.unit

    @cached_property
    def rows(self) -> list[Row]:
        return self._page.rows

    @cached_property
    def results(self) -> Results:
        return results_of(self._page)

    @property
    def sentences(self) -> list[str]:
        failed = [f"Run {run.pk}: {run.error}" for run in self._page.failed] if self.in_full else []
        return [*failed, *(each.text for each in self._page.warnings)] if self.in_full else []

    @property
    def untold(self) -> int:
        return 0 if self.in_full else len(self._page.warnings) + len(self._page.failed)

    @property
    def content(self) -> dict[str, Any]:
        return self.results.drawn


def _silence(runs: Sequence[Run]) -> None:
    """Tables say beneath a gap why it is one; not to be saved."""
    for run in runs:
        run.error = run.waiting_for = run.exclusion_reason = ""


class SharedTrend(TrendPage):
    kind, offers = "trend", (Reveal.SERVERS,)

    def __init__(self, trend: Trend, reveals: Collection[str]) -> None:
        super().__init__(trend)
        self.server = trend.server.name if Reveal.SERVERS in reveals else ""
        self.benchmark, self.figure = trend.benchmark.title, trend.figure

    @property
    def title(self) -> str:
        return f"{self.benchmark}, run after run"

    @property
    def description(self) -> str:
        return f"{self.figure.title} of {len(self.measured)} runs." if self.figure else "No run has finished yet."

    @property
    def content(self) -> dict[str, Any]:
        """Without the addresses of the runs, and without versions as builds call themselves."""
        [panel] = super().content["panels"]
        points = [{name: value for name, value in point.items() if name != "href"} for point in panel["points"]]
        return {"panels": [{**panel, "points": points, "events": []}]}
