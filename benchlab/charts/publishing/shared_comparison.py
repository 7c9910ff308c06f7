"""The shared page of a comparison."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from benchlab.analysis.comparisons import Comparison, Verdict
from benchlab.analysis.comparisons.comparison import UNTRUSTED
from benchlab.analysis.statistics.merged_sentences import with_ranges, without_figures
from benchlab.analysis.trust.trust_grade import beyond_reasons
from benchlab.charts.comparisons import ComparisonPage
from benchlab.charts.experiments import ExperimentPage
from benchlab.charts.layouts import LayoutsSideBySide, layouts_side_by_side
from benchlab.charts.layouts.layout_comparison import with_different_layouts
from benchlab.charts.publishing.preview_chart import preview_chart
from benchlab.charts.publishing.redaction import (
    Badges,
    anonymous,
    badges_of,
    labelled,
    without_expressions,
    without_names,
)
from benchlab.charts.render.chart_json import Chart
from benchlab.models import Experiment, Reveal, Run

DIFFER = "The groups differ in more than the compared factors: {names}."
NO_RESULT = "Not every group has a result to compare."


class SharedComparison(ComparisonPage):
    """The page of a comparison, of whose words only those of benchlab's own are left."""

    kind, offers = "comparison", (Reveal.SERVERS, Reveal.SETTINGS, Reveal.WORDS)

    def __init__(self, comparison: Comparison, reveals: Collection[str], *, phase: str, deleted: int = 0) -> None:
        self.in_full, self.deleted = Reveal.WORDS in reveals, deleted
        named = comparison if {Reveal.SERVERS, Reveal.SETTINGS} <= set(reveals) else _disguised(comparison, reveals)
        super().__init__(named if self.in_full else _without_words(named), phase=phase)
        self._left_out = _cautions(named) - _cautions(self.comparison)

    @property
    def title(self) -> str:
        return "Comparison of runs"

    @property
    def description(self) -> str:
        found = self.comparison.verdict
        return f"{found.word.capitalize()}. {found.reason}"

    @property
    def distrust(self) -> str:
        return self.comparison.distrust

    @property
    def sentences(self) -> Sequence[str]:
        return self._known if self.in_full else ()

    @property
    def untold(self) -> int:
        return 0 if self.in_full else len(self._known) + len(self._left_out)

    @cached_property
    def _known(self) -> list[str]:
        """What is to be known of its runs; sentences that differ in figures alone are one."""
        rows = Run.objects.filter(pk__in=self.runs).values_list("error", "trust_reasons", "warnings")
        every = (
            each for error, reasons, more in rows for each in (error, *reasons, *beyond_reasons(more, reasons)) if each
        )
        told: dict[tuple[str, ...], list[str]] = {}
        for each in every:
            told.setdefault(without_figures(each), []).append(each)
        return [with_ranges(each) for each in told.values()]

    @property
    def differences(self) -> list[str]:
        """Their names; the values are of servers and hosts."""
        return list(dict.fromkeys(each.title for each in self.comparison.differences))

    @cached_property
    def badges(self) -> Badges:
        return badges_of(self.runs.values())

    @cached_property
    def layouts(self) -> LayoutsSideBySide | None:
        return layouts_side_by_side(with_different_layouts(self.firsts), seen=without_expressions)

    @property
    def preview(self) -> Chart | None:
        first = next((chart.panel for chart in self.overlay.measured), None)
        title, key = (first.title, first.key) if first else ("Response times by percentile", "percentiles")
        return preview_chart(title, key, self.content)

    @cached_property
    def content(self) -> dict[str, Any]:
        return anonymous(super().content)


def _disguised(comparison: Comparison, reveals: Collection[str]) -> Comparison:
    numbers = [member.run for side in comparison.sides for member in side.members]
    runs = Run.objects.filter(pk__in=numbers, experiment__isnull=False).select_related("experiment__revision")
    known = {run.experiment_id: run.experiment for run in runs}
    told = {pk: without_names(each, ExperimentPage(each).parameters, reveals) for pk, each in known.items() if each}
    words = {run.pk: _cell(told[run.experiment_id], run, several=len(told) > 1) for run in runs if run.experiment_id}
    return replace(comparison, sides=labelled(comparison.sides, words))


def _cell(experiment: Experiment, run: Run, *, several: bool) -> str:
    words = experiment.cell_words(run.cell)
    return ", ".join(filter(None, (f"experiment {experiment.pk}" if several or not words else "", words)))


def _without_words(comparison: Comparison) -> Comparison:
    """Reasons made of figures stay; of those that name differing values, only the names."""
    names = ", ".join(dict.fromkeys(each.title for each in comparison.outside))
    return replace(comparison, verdicts=tuple(_plain(each, names) for each in comparison.verdicts))


def _cautions(comparison: Comparison) -> set[str]:
    return {caution for found in comparison.verdicts for caution in found.cautions}


def _plain(verdict: Verdict, names: str) -> Verdict:
    if verdict.word != "not comparable":
        return replace(verdict, cautions=tuple(each for each in verdict.cautions if each.startswith(UNTRUSTED)))
    return replace(verdict, reason=DIFFER.format(names=names) if names else NO_RESULT, cautions=())
