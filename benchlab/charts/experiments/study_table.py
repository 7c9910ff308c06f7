"""The study's own table on an experiment's page: published figures and ours, with their ratios."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from benchlab.analysis.runs import published_figures
from benchlab.analysis.statistics import Spread
from benchlab.analysis.statistics.spread import spread
from benchlab.charts.experiments.experiment_page import ExperimentPage
from benchlab.charts.experiments.published_figures import ours, plans_by_cell, ratio, results_by_cell
from benchlab.charts.runs.run_labels import cache_words, differences
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.published_figures import Compared, Published
from benchlab.definitions.values.units import Value


@dataclass(frozen=True)
class StudySide:
    """The study's figure, and ours for the same value of the compared parameter."""

    published: Spread | None
    ours: Spread | None
    caches: Sequence[str]
    """What was in memory when our shots began, where a restart came right before them."""
    reason: str
    """Why there is none of ours, where the definition says so."""


@dataclass(frozen=True)
class StudyRow:
    label: str
    unit: str
    left: StudySide
    right: StudySide
    conditions: str = ""

    @property
    def sides(self) -> tuple[StudySide, StudySide]:
        return self.left, self.right

    @property
    def published_ratio(self) -> float | None:
        return _ratio(self.right.published, self.left.published)

    @property
    def our_ratio(self) -> float | None:
        return _ratio(self.right.ours, self.left.ours)

    @property
    def caches(self) -> str:
        return ", or ".join(dict.fromkeys(cache_words(label) for side in self.sides for label in side.caches))


@dataclass(frozen=True)
class StudyTable:
    factor: str
    left: str
    right: str
    """The two values that are compared."""
    told: Sequence[StudyRow]
    untold: Sequence[StudyRow]
    """What the study compares without giving figures."""
    differences: Sequence[str]
    """In what our runs were other than the study's: “engine InnoDB, not MyISAM”."""

    @property
    def conditions(self) -> list[str]:
        return list(dict.fromkeys(row.conditions for row in self.told if row.conditions))

    @property
    def reasons(self) -> list[str]:
        """Why some of ours are missing, each said once."""
        sides = (side for row in (*self.told, *self.untold) for side in row.sides)
        return list(dict.fromkeys(side.reason for side in sides if side.reason and not side.ours))


def study_table(page: ExperimentPage) -> StudyTable | None:
    """None where the experiment does not vary one parameter alone whose values the study compares by twos."""
    if len(page.factors) != 1 or page.factors[0].name not in page.parameters:
        return None
    table = _StudyComparison(page)
    pairs = list(table.pairs())
    if not pairs:
        return None
    left, right = (each.when[table.factor] for each in pairs[0])
    return StudyTable(
        page.factors[0].label,
        str(left),
        str(right),
        [table.told(*pair) for pair in pairs],
        [table.untold(figure, left, right) for figure in table.compared],
        table.differences(pairs),
    )


class _StudyComparison:
    """The runs of an experiment that varies one parameter, by its value."""

    def __init__(self, page: ExperimentPage) -> None:
        self.factor = page.factors[0].name
        self._page = page
        plans = plans_by_cell(page.runs)
        self._plans: Mapping[Value, Plan] = {plan.parameters[self.factor]: plan for plan in plans.values()}
        self._cells = {plan.parameters[self.factor]: cell for cell, plan in plans.items()}
        any_plan = next(iter(plans.values()), None)
        self.published = [each for each in any_plan.published if self.factor in each.when] if any_plan else []
        self.compared = any_plan.compared if any_plan else ()
        self._results = results_by_cell(page.runs, [*self.published, *self.compared])

    def pairs(self) -> Iterator[tuple[Published, Published]]:
        for _, group in groupby(self.published, key=lambda each: (each.label, each.phase, each.figure)):
            two = tuple(group)
            if len(two) == 2 and all(each.when[self.factor] in self._cells for each in two):
                yield two

    def told(self, left: Published, right: Published) -> StudyRow:
        return StudyRow(left.label, left.unit, self._told_side(left), self._told_side(right), left.conditions)

    def _told_side(self, figure: Published) -> StudySide:
        return self._side(figure, figure.when[self.factor], spread(figure.shots or [figure.value]))

    def untold(self, figure: Compared, left: Value, right: Value) -> StudyRow:
        return StudyRow(figure.label, figure.unit, self._side(figure, left, None), self._side(figure, right, None))

    def _side(self, figure: published_figures.Figure, value: Value, published: Spread | None) -> StudySide:
        results = self._results.get(self._cells[value], [])
        reason = self._plans[value].left_out.get(figure.phase, "")
        return StudySide(published, ours(figure, results), published_figures.caches(figure, results), reason)

    def differences(self, pairs: Sequence[tuple[Published, Published]]) -> list[str]:
        taken = [{**left.when, **left.circumstances} for left, _ in pairs]
        wanted = {name: value for each in taken for name, value in each.items() if name != self.factor}
        return differences(wanted, next(iter(self._plans.values())), self._page.parameters)


def _ratio(spread: Spread | None, base: Spread | None) -> float | None:
    return ratio(spread.median, base.median) if spread and base else None
