"""The study's own table on an experiment's page: ours beside the published figures, with the ratio of both."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from benchlab.analysis import beside
from benchlab.analysis.spread import Spread
from benchlab.charts.experiment_page import ExperimentPage
from benchlab.charts.experiment_published import ours, plans_by_cell, ratio, results_by_cell
from benchlab.charts.words import differences
from benchlab.definitions.plan import Plan, Published, RestartPhase
from benchlab.models import Phase

SECONDS = {"s": 1.0, "ms": 0.001}


@dataclass(frozen=True)
class Side:
    """A published figure, and ours where the parameter that is compared has the same value."""

    published: Published
    ours: Spread | None

    @property
    def published_s(self) -> float:
        return self.published.value * SECONDS[self.published.unit]

    @property
    def ours_s(self) -> float | None:
        return self.ours.median * SECONDS[self.published.unit] if self.ours else None


@dataclass(frozen=True)
class StudyRow:
    left: Side
    right: Side

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.left, self.right

    @property
    def label(self) -> str:
        return self.left.published.label

    @property
    def unit(self) -> str:
        return self.left.published.unit

    @property
    def is_time(self) -> bool:
        return self.unit in SECONDS

    @property
    def published_ratio(self) -> float | None:
        return ratio(self.right.published.value, self.left.published.value)

    @property
    def our_ratio(self) -> float | None:
        if not (self.left.ours and self.right.ours):
            return None
        return ratio(self.right.ours.median, self.left.ours.median)


@dataclass(frozen=True)
class StudyTable:
    factor: str
    left: str
    right: str
    """The two values that are compared."""
    rows: Sequence[StudyRow]
    differences: Sequence[str]
    """In what our runs were other than the study's: “engine InnoDB, not MyISAM”."""
    caches: Sequence[str]
    """What was found in memory after the restarts that were to be cold."""

    @property
    def conditions(self) -> list[str]:
        return list(dict.fromkeys(row.left.published.conditions for row in self.rows if row.left.published.conditions))


def study_table(page: ExperimentPage) -> StudyTable | None:
    """None where the experiment does not vary one parameter alone whose values the study compares by twos."""
    if len(page.factors) != 1 or page.factors[0].name not in page.parameters:
        return None
    factor, plans = page.factors[0], plans_by_cell(page.runs)
    rows = list(_rows(page, plans, factor.name))
    if not rows:
        return None
    left, right = (str(side.published.when[factor.name]) for side in (rows[0].left, rows[0].right))
    wanted = {name: value for row in rows for name, value in row.left.published.when.items() if name != factor.name}
    differ = differences(wanted, next(iter(plans.values())), page.parameters)
    return StudyTable(factor.label, left, right, rows, differ, _caches(page, plans))


def _rows(page: ExperimentPage, plans: Mapping[int, Plan], factor: str) -> Iterator[StudyRow]:
    published = [each for each in next(iter(plans.values())).published if factor in each.when] if plans else []
    results = results_by_cell(page.runs, published)
    cell_of = {plan.parameters[factor]: cell for cell, plan in plans.items()}
    for _, group in groupby(published, key=lambda each: (each.label, each.phase, each.figure)):
        sides = [Side(each, _ours(each, cell_of.get(each.when[factor]), results)) for each in group]
        if len(sides) == 2 and all(side.published.when[factor] in cell_of for side in sides):
            yield StudyRow(*sides)


def _ours(published: Published, cell: int | None, results: Mapping[int, Sequence[beside.Results]]) -> Spread | None:
    return ours(published, results.get(cell, ())) if cell is not None else None


def _caches(page: ExperimentPage, plans: Mapping[int, Plan]) -> list[str]:
    restarts = {
        phase.name
        for plan in plans.values()
        for phase in plan.phases
        if isinstance(phase, RestartPhase) and phase.cache == "cold"
    }
    counting = [run.pk for run in page.runs if run.counts]
    told = Phase.objects.filter(run__in=counting, name__in=restarts, result__isnull=False)
    return sorted({result["details"].get("cache", "") for result in told.values_list("result", flat=True)} - {""})
