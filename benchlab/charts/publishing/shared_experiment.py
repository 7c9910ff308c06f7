"""The shared page of an experiment."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from benchlab.analysis.trust.trust_grade import distrust
from benchlab.charts.experiments import ExperimentPage, Results, results_of
from benchlab.charts.experiments.run_grid import CellRow
from benchlab.charts.experiments.study_table import StudyRow, StudyTable
from benchlab.charts.layouts import LayoutsSideBySide, layouts_side_by_side
from benchlab.charts.layouts.layout_comparison import with_different_layouts
from benchlab.charts.publishing.preview_chart import preview_chart
from benchlab.charts.publishing.redaction import (
    Badges,
    badges_of,
    harmless,
    revealed_parameters,
    versions,
    without_expressions,
    without_names,
)
from benchlab.charts.render.chart_json import Chart
from benchlab.charts.runs.run_labels import Word
from benchlab.charts.runs.summary_cards import Card
from benchlab.models import Experiment, Reveal, Run

SHOWN_CARDS = frozenset({"Runs", "Failed", "Finished", "Duration", "Time left"})
"""Of an experiment: what it waits for is not among them."""
LEFT_OUT = "the definition leaves it out here"


class SharedExperiment:
    kind, offers = "experiment", (Reveal.SERVERS, Reveal.PEOPLE, Reveal.SETTINGS, Reveal.WORDS)

    def __init__(self, experiment: Experiment, reveals: Collection[str]) -> None:
        parameters = ExperimentPage(experiment).parameters
        self._page = page = ExperimentPage(without_names(experiment, parameters, reveals))
        page.parameters = revealed_parameters(parameters, page.plan, reveals)
        self.in_full = Reveal.WORDS in reveals
        if not self.in_full:
            _silence(page.all_runs)
        self._reveals = reveals
        self.number, self.benchmark, self.repeats = experiment.pk, experiment.benchmark.title, experiment.repeats
        self.created_at = experiment.created_at
        self.by = experiment.launched_by if Reveal.PEOPLE in reveals else ""

    @property
    def title(self) -> str:
        return f"{self.benchmark}: experiment {self.number}"

    @property
    def description(self) -> str:
        varied = "; ".join(f"{factor.label} {', '.join(factor.values)}" for factor in self.factors)
        return f"{len(self._page.runs)} runs. {varied}".strip()

    @property
    def distrust(self) -> str:
        return distrust(run.grade for run in self._page.runs if run.counts)

    @property
    def state(self) -> str:
        return self._page.state

    @property
    def grades(self) -> str:
        return self.badges.grades

    @cached_property
    def badges(self) -> Badges:
        return badges_of(self._page.runs)

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
    def rows(self) -> list[CellRow]:
        return self._page.rows

    @cached_property
    def results(self) -> Results:
        found = results_of(self._page)
        return found if self.in_full or not found.study else replace(found, study=_without_reasons(found.study))

    @cached_property
    def layouts(self) -> LayoutsSideBySide | None:
        shown = Run.objects.in_bulk([run.pk for run in self.results.shown])
        named = [(self._page.experiment.cell_words(run.cell) or f"run {run.pk}", run) for run in shown.values()]
        return layouts_side_by_side(with_different_layouts(named), seen=without_expressions)

    @property
    def sentences(self) -> list[str]:
        failed = [f"Run {run.pk}: {run.error}" for run in self._page.failed] if self.in_full else []
        return [*failed, *(each.text for each in self._page.warnings)] if self.in_full else []

    @property
    def untold(self) -> int:
        return 0 if self.in_full else len(self._page.warnings) + len(self._page.failed)

    @property
    def preview(self) -> Chart | None:
        """Over the number that a sweep varies, or else a column for each combination."""
        drawn = [(section.phase.name, panel) for section in self.results.sections for panel in section.panels]
        swept = [each for each in drawn if each[1].content["kind"] == "sweep"]
        return next(
            (preview_chart(f"{name}: {panel.title}", panel.key, self.content) for name, panel in swept or drawn), None
        )

    @cached_property
    def content(self) -> dict[str, Any]:
        return self.results.drawn


def _without_reasons(study: StudyTable) -> StudyTable:
    """Of what the definition leaves out it stays known that it does."""
    told, untold = ([_row_without_reasons(row) for row in rows] for rows in (study.told, study.untold))
    return replace(study, told=told, untold=untold)


def _row_without_reasons(row: StudyRow) -> StudyRow:
    left, right = (replace(side, reason=LEFT_OUT if side.reason else "") for side in row.sides)
    return replace(row, left=left, right=right)


def _silence(runs: Sequence[Run]) -> None:
    """Tables say beneath a gap why it is one; not to be saved."""
    for run in runs:
        run.error = run.waiting_for = run.exclusion_reason = ""
