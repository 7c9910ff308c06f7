"""The study's figures, and the medians of the cells with the same parameters."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.analysis.runs import published_figures
from benchlab.analysis.statistics import Spread
from benchlab.analysis.statistics.spread import spread
from benchlab.charts.experiments.experiment_page import ExperimentPage
from benchlab.charts.runs.published_figures import PublishedAndOurs
from benchlab.charts.runs.run_labels import differences, is_scaled
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.published_figures import Published
from benchlab.models import Phase, Run


@dataclass(frozen=True)
class PublishedInCell:
    """A figure of the study, and ours in one cell."""

    published: Published
    cell: Mapping[str, str]
    """The values of the varied parameters."""
    ours: Spread | None
    differences: Sequence[str] = ()
    """In what the cell is other than the study: “Preload 100k, not 60M”."""
    caches: Sequence[str] = ()
    """What was in memory when its shots began, where a restart came right before them."""
    is_scaled: bool = False
    """Whether the cell had another amount of rows or calls than the study."""

    @property
    def words(self) -> list[str]:
        return list(self.cell.values())

    @property
    def of_median(self) -> PublishedAndOurs:
        return PublishedAndOurs(self.published, self.ours.median if self.ours else None, is_scaled=self.is_scaled)


@dataclass(frozen=True)
class RatioCell:
    """One figure of the study to another, and ours in the cells that differ as theirs do."""

    over: PublishedInCell
    under: PublishedInCell

    @property
    def label(self) -> str:
        return f"{self.over.published.label} / {self.under.published.label}"

    @property
    def words(self) -> list[str]:
        pairs = zip(self.over.words, self.under.words, strict=True)
        return [over if over == under else f"{over} / {under}" for over, under in pairs]

    @property
    def published(self) -> float | None:
        return ratio(self.over.published.value, self.under.published.value)

    @property
    def ours(self) -> float | None:
        if not (self.over.ours and self.under.ours):
            return None
        return ratio(self.over.ours.median, self.under.ours.median)


def published_in_cells(page: ExperimentPage) -> list[PublishedInCell]:
    """Those that apply to a cell, in the order of the definition."""
    plans = plans_by_cell(page.runs)
    applying = [
        (place, cell, published)
        for cell, plan in plans.items()
        for place, published in enumerate(plan.published)
        if published.applies
    ]
    results = results_by_cell(page.runs, [published for _, _, published in applying])
    cells = page.experiment.cells
    return [
        PublishedInCell(
            published,
            cells[cell],
            ours(published, results.get(cell, ())),
            differences(published.circumstances, plans[cell], page.parameters),
            published_figures.caches(published, results.get(cell, ())),
            is_scaled(published.circumstances, plans[cell], page.parameters),
        )
        for _, cell, published in sorted(applying, key=lambda each: each[:2])
    ]


def ratio_cells(told: Sequence[PublishedInCell]) -> list[RatioCell]:
    return [
        RatioCell(over, under)
        for over in told
        for under in told
        if under.published.label == over.published.against and _differ_as_published(over, under)
    ]


def _differ_as_published(over: PublishedInCell, under: PublishedInCell) -> bool:
    """What the study did not vary between the two is the same in both cells."""
    theirs, others = over.published.when, under.published.when
    return all(over.cell[name] == under.cell[name] for name in over.cell if theirs.get(name) == others.get(name))


def ratio(value: float, base: float) -> float | None:
    return value / base if base else None


def ours(published: published_figures.Figure, results: Sequence[published_figures.Results]) -> Spread | None:
    """Of every shot of every run; one where a run has a single shot."""
    return spread(shot for each in results for shot in published_figures.our_shots(published, each))


def plans_by_cell(runs: Sequence[Run]) -> dict[int, Plan]:
    first = {run.cell or 0: run.pk for run in reversed(runs)}
    stored = dict(Run.objects.filter(pk__in=first.values()).values_list("pk", "plan_json"))
    return {cell: Plan.from_json(stored[pk]) for cell, pk in first.items() if pk in stored}


def results_by_cell(
    runs: Sequence[Run], published: Sequence[published_figures.Figure]
) -> dict[int, list[published_figures.Results]]:
    """Of each run that counts the phases that published figures are about, with all their shots."""
    cell_of = {run.pk: run.cell or 0 for run in runs if run.counts}
    told = Phase.objects.filter(run__in=cell_of, result__isnull=False)
    names = {run: set[str]() for run in cell_of}
    for run, name in told.values_list("run_id", "name"):
        names[run].add(name)
    wanted = {
        name for known in names.values() for each in published for name in published_figures.names_of(each, known)
    }
    results: dict[int, dict[str, Any]] = {run: {} for run in cell_of}
    for run, name, result in told.filter(name__in=wanted).values_list("run_id", "name", "result"):
        results[run][name] = result
    found: dict[int, list[published_figures.Results]] = {}
    for run in sorted(results):
        found.setdefault(cell_of[run], []).append(results[run])
    return found
