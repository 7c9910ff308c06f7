"""The study's figures beside the medians of the cells whose parameters are those that they were taken with."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.analysis import beside
from benchlab.analysis.spread import Spread, spread
from benchlab.charts.record import Beside
from benchlab.definitions.plan import Plan, Published
from benchlab.models import Experiment, Phase, Run


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
        for cell, plan in plans_by_cell(runs).items()
        for place, published in enumerate(plan.published)
        if published.applies
    ]
    results = results_by_cell(runs, [published for _, _, published in applying])
    cells = experiment.cells
    return [
        BesideCell(published, tuple(cells[cell].values()), ours(published, results.get(cell, ())))
        for _, cell, published in sorted(applying, key=lambda each: each[:2])
    ]


def ours(published: Published, results: Sequence[beside.Results]) -> Spread | None:
    """Of every shot of every run; one where a run has a single shot."""
    return spread(shot for each in results for shot in beside.our_shots(published, each))


def plans_by_cell(runs: Sequence[Run]) -> dict[int, Plan]:
    first = {run.cell or 0: run.pk for run in reversed(runs)}
    stored = dict(Run.objects.filter(pk__in=first.values()).values_list("pk", "plan_json"))
    return {cell: Plan.from_json(stored[pk]) for cell, pk in first.items() if pk in stored}


def results_by_cell(runs: Sequence[Run], published: Sequence[Published]) -> dict[int, list[beside.Results]]:
    """Of each run that counts the phases that published figures are about, with all their shots."""
    cell_of = {run.pk: run.cell or 0 for run in runs if run.counts}
    told = Phase.objects.filter(run__in=cell_of, result__isnull=False)
    names = {run: set[str]() for run in cell_of}
    for run, name in told.values_list("run_id", "name"):
        names[run].add(name)
    wanted = {name for known in names.values() for each in published for name in beside.names_of(each, known)}
    results: dict[int, dict[str, Any]] = {run: {} for run in cell_of}
    for run, name, result in told.filter(name__in=wanted).values_list("run_id", "name", "result"):
        results[run][name] = result
    found: dict[int, list[beside.Results]] = {}
    for run in sorted(results):
        found.setdefault(cell_of[run], []).append(results[run])
    return found
