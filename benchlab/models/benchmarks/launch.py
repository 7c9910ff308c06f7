"""Freezing an experiment's cells into queued runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.grid import SERVER, Cell, Given, Grid
from benchlab.definitions.plan.plan import Plan
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.people import User
from benchlab.models.benchmarks import queueing
from benchlab.models.benchmarks.queueing import Order, Place, enqueue
from benchlab.models.experiments.experiment import Experiment
from benchlab.models.runs.queries import RunQuerySet
from benchlab.models.runs.run import Run
from benchlab.models.runs.states import ENDED
from benchlab.models.runs.wake_up import wake_for_first
from benchlab.models.servers.server import Server

if TYPE_CHECKING:
    from benchlab.models.benchmarks.benchmark import Revision

Servers = Sequence[Server]
NOTHING_TO_REPEAT = Problem("runs", "None of its runs failed or was cancelled, so there is nothing to run again.")


@dataclass(frozen=True)
class Launch:
    """What is to be queued, drafted: nothing of it is stored yet."""

    revision: "Revision"
    grid: Grid
    cells: Sequence[tuple[Plan, Servers]]

    @classmethod
    def prepare(cls, revision: "Revision", servers: Servers, given: Given, *, repeats: int = 1) -> "Launch":
        """Refused lists what speaks against it; a server that did not answer is asked again, which may take seconds.

        Where "server" is among the given, each run takes one of those, and else all of ``servers`` as one.
        """
        grid = revision.definition.grid(given, repeats=repeats)
        sites = [site_of(cell, servers) for cell in grid.cells]
        queueing.refuse_unready(list({server.pk: server for site in sites for server in site}.values()))
        return cls(revision, grid, list(zip(drafts(revision, servers, grid), sites, strict=True)))

    def queue(self, order: Order) -> Run | Experiment:
        """One run, or an experiment where there are several."""
        if self.grid.run_count > 1:
            return self.queue_experiment(order)
        [(plan, site)] = self.cells
        return queueing.queue_plan(plan, self.revision, site, order)

    def queue_experiment(self, order: Order) -> Experiment:
        """Every combination of the values, the repeats over, interleaved: A B A B and not A A B B."""
        experiment = Experiment(
            benchmark=self.revision.benchmark,
            revision=self.revision,
            grid={name: list(values) for name, values in self.grid.varying.items()},
            repeats=self.grid.repeats,
            seed=queueing.seed_of(order),
            label=order.label,
            created_by=order.by,
            by_schedule=order.schedule,
        )
        _store(experiment, self.cells)
        return experiment


def _store(experiment: Experiment, cells: Sequence[tuple[Plan, Servers]]) -> None:
    """Keep it with its runs: the first repeat of every cell, then the second of every cell."""
    with transaction.atomic():
        experiment.save()
        runs = [
            _enqueue(plan, site, Place(experiment, cell, repeat))
            for repeat in range(1, experiment.repeats + 1)
            for cell, (plan, site) in enumerate(cells)
        ]
        known = {"label": experiment.label, "schedule": experiment.by_schedule}
        audit_log.record("launched", experiment, benchmark=experiment.benchmark.slug, runs=len(runs), **known)
        transaction.on_commit(partial(wake_for_first, runs))


def _enqueue(plan: Plan, site: Servers, place: Place) -> Run:
    its = place.experiment
    order = Order(its.created_by, its.label, its.seed_of(place.repeat), its.by_schedule)
    return enqueue(plan, its.revision, site, order, place=place)


def drafts(revision: "Revision", servers: Servers, grid: Grid) -> list[Plan]:
    """The plan of each cell, without asking a server; Refused says which cells can have none, and why."""
    problems: dict[Problem, list[Cell]] = {}
    plans: list[Plan] = []
    for cell in grid.cells:
        try:
            plans.append(queueing.draft(revision, site_of(cell, servers), values_of(cell)))
        except Refused as refused:
            for problem in refused.problems:
                problems.setdefault(problem, []).append(cell)
    if problems:
        raise Refused([_in_cells(problem, cells, grid) for problem, cells in problems.items()])
    return plans


def rehearse(revision: "Revision", servers: Servers, grid: Grid) -> list[Problem]:
    """Connect and try every step, each value in one cell at least; what is wrong."""
    found: dict[Problem, list[Cell]] = {}
    for cell in grid.each_value_once:
        for problem in queueing.rehearse(revision, site_of(cell, servers), values_of(cell)):
            found.setdefault(problem, []).append(cell)
    return [_in_cells(problem, cells, grid) for problem, cells in found.items()]


def rerun(experiment: Experiment, runs: RunQuerySet, *, by: User | None) -> list[Run]:
    """Those runs once more, on the same data and in the same places; Refused if one goes on or was run again."""
    unwanted = list(runs)
    if not unwanted:
        raise Refused([NOTHING_TO_REPEAT])
    for run in unwanted:
        _refuse_unready(run)
    with transaction.atomic():
        # First, which locks its row: new runs refer to it, and a run of it that ends now waits for the row, too.
        Experiment.objects.filter(pk=experiment.pk).update(over_at=None)
        again = [_again(experiment, run, by) for run in unwanted]
        audit_log.record("launched again", experiment, runs=[run.pk for run in unwanted])
        transaction.on_commit(partial(wake_for_first, again))
    return again


def _refuse_unready(run: Run) -> None:
    servers = list(run.servers.all())
    if not servers:
        names = ", ".join(target.name for target in run.plan.servers)
        raise Refused([Problem(str(run), f"It ran on {names}, which is not known here any more: launch anew.")])
    queueing.refuse_unready(servers)


def _again(experiment: Experiment, run: Run, by: User | None) -> Run:
    old, servers = run.plan, list(run.servers.all())
    plan = queueing.draft(experiment.revision, servers, old.written or old.parameters)
    place = Place(experiment, run.cell or 0, run.repeat or 1)
    again = enqueue(plan, experiment.revision, servers, Order(by, run.label, old.seed), place=place)
    # Whoever asks a second time finds that its place is taken.
    if not experiment.runs.current().filter(pk=run.pk, state__in=ENDED).update(superseded_by=again):
        raise Refused([Problem(str(run), "It goes on, or it was run again already.")])
    return again


def site_of(cell: Cell, servers: Servers) -> list[Server]:
    """The servers that the cell runs on."""
    if SERVER not in cell:
        return list(servers)
    found = Server.objects.filter(name=cell[SERVER]).first()
    if found is None:
        raise Refused([Problem("server", f"There is no server {cell[SERVER]}.")])
    return [found]


def values_of(cell: Cell) -> Mapping[str, Any]:
    return {name: value for name, value in cell.items() if name != SERVER}


def _in_cells(problem: Problem, cells: Sequence[Cell], grid: Grid) -> Problem:
    """The problem, saying in which cells it is unless it is in all of them."""
    if len(cells) == grid.cell_count or not grid.varying:
        return problem
    others = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return Problem(problem.where, f"With {grid.words(cells[0])}{others}: {problem.message}")
