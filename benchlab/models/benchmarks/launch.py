"""Launching: freezing a revision and its values into queued runs."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import Given, Grid
from benchlab.definitions.plan.plan import Plan
from benchlab.models.accounts import User, audit_log
from benchlab.models.benchmarks import plan_drafts
from benchlab.models.benchmarks.plan_drafts import Servers
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.benchmarks.run_queueing import GridPosition, LaunchOrder, enqueue
from benchlab.models.experiments import Experiment
from benchlab.models.runs import ENDED, Run, RunQuerySet, wake_for, wake_for_first

NOTHING_TO_REPEAT = Problem("runs", "None of its runs failed or was cancelled, so there is nothing to run again.")


@dataclass(frozen=True)
class PreparedLaunch:
    """The plans of a launch; nothing is stored yet."""

    revision: Revision
    grid: Grid
    cells: Sequence[tuple[Plan, Servers]]

    @classmethod
    def prepare(cls, revision: Revision, servers: Servers, given: Given, *, repeats: int = 1) -> "PreparedLaunch":
        """Refused lists what speaks against it; a server that did not answer is asked again, which may take seconds.

        Where "server" is among the given, each run takes one of those, and else all of ``servers`` as one.
        """
        grid = revision.definition.grid(given, repeats=repeats)
        sites = [plan_drafts.servers_of(cell, servers) for cell in grid.cells]
        plan_drafts.refuse_unready(list({server.pk: server for site in sites for server in site}.values()))
        return cls(revision, grid, list(zip(plan_drafts.drafts(revision, servers, grid), sites, strict=True)))

    def queue(self, order: LaunchOrder) -> Run | Experiment:
        """One run, or an experiment where there are several."""
        return self._queue_experiment(order) if self.grid.run_count > 1 else self._queue_run(order)

    def _queue_run(self, order: LaunchOrder) -> Run:
        [(plan, servers)] = self.cells
        with transaction.atomic():
            run = enqueue(plan, self.revision, servers, order)
            names = [server.name for server in servers]
            known = {"label": order.label, "schedule": order.schedule}
            audit_log.record("launched", run, benchmark=self.revision.benchmark.slug, servers=names, **known)
            transaction.on_commit(partial(wake_for, run))
        return run

    def _queue_experiment(self, order: LaunchOrder) -> Experiment:
        """Every combination of the values, the repeats over, interleaved: A B A B and not A A B B."""
        experiment = Experiment(
            benchmark=self.revision.benchmark,
            revision=self.revision,
            grid={name: list(values) for name, values in self.grid.varying.items()},
            repeats=self.grid.repeats,
            seed=order.first_seed,
            label=order.label,
            created_by=order.by,
            by_schedule=order.schedule,
        )
        with transaction.atomic():
            experiment.save()
            runs = [
                _enqueue(plan, servers, GridPosition(experiment, cell, repeat))
                for repeat in range(1, experiment.repeats + 1)
                for cell, (plan, servers) in enumerate(self.cells)
            ]
            known = {"label": experiment.label, "schedule": experiment.by_schedule}
            audit_log.record("launched", experiment, benchmark=experiment.benchmark.slug, runs=len(runs), **known)
            transaction.on_commit(partial(wake_for_first, runs))
        return experiment


def _enqueue(plan: Plan, servers: Servers, position: GridPosition) -> Run:
    its = position.experiment
    order = LaunchOrder(its.created_by, its.label, its.seed_of(position.repeat), its.by_schedule)
    return enqueue(plan, its.revision, servers, order, position=position)


def queue_reruns(experiment: Experiment, runs: RunQuerySet, *, by: User | None) -> list[Run]:
    """Queue runs of it again, on the same data, as its current ones; Refused if one goes on or was run again."""
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
        raise Refused([Problem(str(run), f"It ran on {names}, which no longer exists here. Launch a new run.")])
    plan_drafts.refuse_unready(servers)


def _again(experiment: Experiment, run: Run, by: User | None) -> Run:
    old, servers = run.plan, list(run.servers.all())
    plan = plan_drafts.draft(experiment.revision, servers, old.written or old.parameters)
    position = GridPosition(experiment, run.cell or 0, run.repeat or 1)
    order = LaunchOrder(by, run.label, old.seed)
    again = enqueue(plan, experiment.revision, servers, order, position=position)
    # Whoever asks a second time finds that its place is taken.
    if not experiment.runs.current().filter(pk=run.pk, state__in=ENDED).update(superseded_by=again):
        raise Refused([Problem(str(run), "It has not ended, or it was run again already.")])
    return again
