"""The study's figures beside the medians of the cells whose parameters are those that they were taken with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.analysis.figures import figure_at
from benchlab.analysis.spread import Spread, spread
from benchlab.charts.record import Beside
from benchlab.definitions.plan import Plan, Published
from benchlab.models import Experiment, Phase, Run, State


@dataclass(frozen=True)
class BesideCell:
    """A figure of the study, and ours in one cell."""

    published: Published
    words: tuple[str, ...]
    """The values that tell the cell from others."""
    ours: Spread | None

    @property
    def speed(self) -> float | None:
        """How many times as fast our median is; of a figure that is no time, how many times as much."""
        return Beside(self.published, self.ours.median if self.ours else None).speed


def beside_cells(experiment: Experiment, runs: Sequence[Run]) -> list[BesideCell]:
    """Those that apply to a cell, in the order of the definition."""
    applying = [
        (place, cell, published)
        for cell, plan in _plans(runs).items()
        for place, published in enumerate(plan.published)
        if published.applies
    ]
    results = _results(runs, {published.phase for _, _, published in applying})
    cells = experiment.cells
    return [
        BesideCell(published, tuple(cells[cell].values()), _ours(published, results.get(cell, {})))
        for _, cell, published in sorted(applying, key=lambda each: each[:2])
    ]


def _ours(published: Published, results: dict[str, list[Any]]) -> Spread | None:
    return spread(figure_at(result, published.figure) for result in results.get(published.phase, ()))


def _plans(runs: Sequence[Run]) -> dict[int, Plan]:
    first = {run.cell or 0: run.pk for run in reversed(runs)}
    stored = dict(Run.objects.filter(pk__in=first.values()).values_list("pk", "plan_json"))
    return {cell: Plan.from_json(stored[pk]) for cell, pk in first.items() if pk in stored}


def _results(runs: Sequence[Run], phases: set[str]) -> dict[int, dict[str, list[Any]]]:
    """By cell and phase, of the finished runs."""
    cell_of = {run.pk: run.cell or 0 for run in runs if run.state == State.FINISHED}
    told = Phase.objects.filter(run__in=cell_of, name__in=phases, result__isnull=False).order_by("run", "ordinal")
    found: dict[int, dict[str, list[Any]]] = {}
    for run, name, result in told.values_list("run_id", "name", "result"):
        found.setdefault(cell_of[run], {}).setdefault(name, []).append(result)
    return found
