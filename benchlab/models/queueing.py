"""Freezing what somebody asked for into queued runs."""

import itertools
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import transaction

from benchlab.definitions import requirements
from benchlab.definitions.facts import Facts
from benchlab.definitions.plan import Plan, Target
from benchlab.definitions.problems import Problem, Refused
from benchlab.engine import Access, Owner
from benchlab.engine import rehearse as rehearse_plan
from benchlab.models.held import Lock, needed_resources
from benchlab.models.installation import Installation
from benchlab.models.people import User
from benchlab.models.run import Experiment, Run
from benchlab.models.server import Server
from benchlab.models.waking import wake_for

if TYPE_CHECKING:
    from benchlab.models.benchmark import Benchmark, Revision

NO_SERVER = Problem("servers", "Name a server to run on.")
NO_RUN = 0
"""The number that is in the names of a draft."""


def queue_run(
    benchmark: "Benchmark",
    servers: Sequence[Server],
    values: Mapping[str, Any],
    *,
    by: User | None,
    label: str = "",
    seed: int | None = None,
    experiment: Experiment | None = None,
) -> Run:
    """A queued run of the benchmark's newest revision; Refused lists all that speaks against it."""
    _refuse_unready(servers)
    with transaction.atomic():
        revision = benchmark.latest
        run = Run.objects.create(
            benchmark=benchmark, revision=revision, experiment=experiment, label=label, created_by=by
        )
        run.servers.set(servers)
        seed = new_seed() if seed is None else seed
        run.plan_json = _plan(revision, servers, values, seed=seed, number=run.pk).to_json()
        run.save(update_fields=["plan_json"])
        transaction.on_commit(partial(wake_for, run))
    return run


def queue_experiment(
    benchmark: "Benchmark",
    servers: Sequence[Server],
    grid: Mapping[str, Sequence[Any]],
    *,
    repeats: int = 1,
    by: User | None,
    label: str = "",
    seed: int | None = None,
) -> Experiment:
    """Every combination of the grid's values, ``repeats`` times over, interleaved: A B A B and not A A B B.

    All have one seed, so that they differ in what was varied and not in their data.
    """
    seed = new_seed() if seed is None else seed
    varying = {name: list(values) for name, values in grid.items() if len(values) > 1}
    with transaction.atomic():
        experiment = Experiment.objects.create(
            benchmark=benchmark, label=label, grid=varying, repeats=repeats, created_by=by
        )
        for _, values in itertools.product(range(repeats), combinations(grid)):
            queue_run(benchmark, servers, values, by=by, label=label, seed=seed, experiment=experiment)
    return experiment


def combinations(grid: Mapping[str, Sequence[Any]]) -> list[dict[str, Any]]:
    return [dict(zip(grid, chosen, strict=True)) for chosen in itertools.product(*grid.values())]


def draft(revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any]) -> Plan:
    """The plan that a launch would freeze, without asking a server; Refused where there can be none."""
    if not servers:
        raise Refused([NO_SERVER])
    return _plan(revision, servers, values, seed=new_seed(), number=NO_RUN)


def rehearse(revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any]) -> list[Problem]:
    """Connect and try every step of the plan in a schema of its own, which is dropped again."""
    _refuse_unready(servers)
    if in_use := Lock.objects.filter(resource__in=[each.key for each in needed_resources(servers)]).first():
        return [Problem("server", f"Run {in_use.run_id} uses {in_use.title}; a check would spoil its figures.")]
    plan = draft(revision, servers, values)
    return rehearse_plan(plan, Access(admin=servers[0].address), owner=Owner(Installation.current().token, NO_RUN))


def _plan(
    revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any], *, seed: int, number: int
) -> Plan:
    definition, facts = revision.definition, facts_of(servers[0])
    targets = [_target(server, number) for server in servers]
    checked = definition.values(values)
    plan = definition.plan(checked, revision=revision.number, seed=seed, servers=targets, facts=facts)
    if problems := requirements.check(plan, facts):
        raise Refused(problems)
    return plan


def facts_of(server: Server) -> Facts:
    if not server.facts:
        raise Refused([_unready(server)])
    return server.facts


def new_seed() -> int:
    return secrets.randbelow(2**31)


def _target(server: Server, number: int) -> Target:
    facts = facts_of(server)
    name = f"benchlab_{Installation.current().token}_{number}"
    return Target(
        name=server.name,
        role="primary",
        flavour=facts.flavour,
        version=facts.version,
        machine=facts.machine,
        schema=name,
        account="" if server.allow_own_account else name,
    )


def _refuse_unready(servers: Sequence[Server]) -> None:
    """A server that was never checked is checked now; one that did not answer gets another chance."""
    problems = [] if servers else [NO_SERVER]
    for server in servers:
        if (server.facts is None or server.check_error) and not server.check_now():
            problems.append(_unready(server))
    if problems:
        raise Refused(problems)


def _unready(server: Server) -> Problem:
    return Problem(f"server {server.name}", server.check_error or "It was never checked.")
