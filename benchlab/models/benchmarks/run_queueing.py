"""Queueing a run of a drafted plan."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchlab.definitions.plan.plan import Plan
from benchlab.models.accounts import User
from benchlab.models.benchmarks.plan_drafts import new_seed, target_for_run
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.experiments import Experiment
from benchlab.models.runs import Run
from benchlab.models.servers import Server


@dataclass(frozen=True)
class LaunchOrder:
    """Who launches runs, and the label and seed that they give them."""

    by: User | None
    label: str = ""
    seed: int | None = None
    """That of an earlier run makes its data again; None for a new one."""
    schedule: str = ""
    """The name of the schedule that launches them."""

    @property
    def first_seed(self) -> int:
        return new_seed() if self.seed is None else self.seed


@dataclass(frozen=True)
class GridPosition:
    """Which run of an experiment it is."""

    experiment: Experiment
    cell: int
    repeat: int


def enqueue(
    plan: Plan,
    revision: Revision,
    servers: Sequence[Server],
    order: LaunchOrder,
    *,
    position: GridPosition | None = None,
) -> Run:
    """Store it; no worker is woken."""
    known = {"label": order.label, "created_by": order.by, "by_schedule": order.schedule}
    run = Run.objects.create(
        benchmark=revision.benchmark, revision=revision, **known, **(vars(position) if position else {})
    )
    # One statement, where set() takes three: a hundred runs are queued in one transaction, and others wait to write.
    Run.servers.through.objects.bulk_create(Run.servers.through(run=run, server=server) for server in servers)
    targets = tuple(target_for_run(target, run.pk) for target in plan.servers)
    run.plan_json = replace(plan, seed=order.first_seed, servers=targets).to_json()
    run.save(update_fields=["plan_json"])
    return run
