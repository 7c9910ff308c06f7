"""Freezing what somebody asked for into queued runs."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.plan import server_requirements
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.server_facts import Facts
from benchlab.engine import Access, Owner
from benchlab.engine import rehearse as rehearse_plan
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.people import User
from benchlab.models.runs.locks import Lock, needed_resources
from benchlab.models.runs.run import Run
from benchlab.models.runs.wake_up import wake_for
from benchlab.models.servers.installation import Installation
from benchlab.models.servers.server import Server

if TYPE_CHECKING:
    from benchlab.models.benchmarks.benchmark import Revision
    from benchlab.models.experiments.experiment import Experiment

NO_SERVER = Problem("servers", "Name a server to run on.")
NO_RUN = 0
"""The number that is in the names of a draft."""


@dataclass(frozen=True)
class Order:
    """Who asks for runs, and what they say beside the values."""

    by: User | None
    label: str = ""
    seed: int | None = None
    """That of an earlier run makes its data again; None for a new one."""
    schedule: str = ""
    """The name of the schedule that launches them."""


def queue_run(revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any], order: Order) -> Run:
    """A queued run of the revision; Refused lists all that speaks against it."""
    refuse_unready(servers)
    return queue_plan(draft(revision, servers, values), revision, servers, order)


def queue_plan(plan: Plan, revision: "Revision", servers: Sequence[Server], order: Order) -> Run:
    """A queued run of a drafted plan, for which a worker is woken."""
    with transaction.atomic():
        run = enqueue(plan, revision, servers, order)
        names = [server.name for server in servers]
        known = {"label": order.label, "schedule": order.schedule}
        audit_log.record("launched", run, benchmark=revision.benchmark.slug, servers=names, **known)
        transaction.on_commit(partial(wake_for, run))
    return run


def seed_of(order: Order) -> int:
    return new_seed() if order.seed is None else order.seed


def enqueue(
    plan: Plan, revision: "Revision", servers: Sequence[Server], order: Order, *, place: "Place | None" = None
) -> Run:
    """A queued run of a drafted plan; nobody is woken for it."""
    placed = {} if place is None else {"experiment": place.experiment, "cell": place.cell, "repeat": place.repeat}
    told = {"label": order.label, "created_by": order.by, "by_schedule": order.schedule}
    run = Run.objects.create(benchmark=revision.benchmark, revision=revision, **told, **placed)
    # One statement, where set() takes three: a hundred runs are queued in one transaction, and others wait to write.
    Run.servers.through.objects.bulk_create(Run.servers.through(run=run, server=server) for server in servers)
    targets = tuple(_for_run(target, run.pk) for target in plan.servers)
    run.plan_json = replace(plan, seed=seed_of(order), servers=targets).to_json()
    run.save(update_fields=["plan_json"])
    return run


@dataclass(frozen=True)
class Place:
    """Where a run belongs in an experiment."""

    experiment: "Experiment"
    cell: int
    repeat: int


def draft(revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any]) -> Plan:
    """The plan that a launch would freeze, without asking a server; Refused where there can be none."""
    plan = resolved(revision, servers, values)
    if problems := server_requirements.check(plan, facts_of(servers[0])):
        raise Refused(problems)
    return plan


def resolved(revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any]) -> Plan:
    """The plan of these values, whether or not the server can carry it out."""
    if not servers:
        raise Refused([NO_SERVER])
    definition, facts = revision.definition, facts_of(servers[0])
    targets = [_draft_target(server) for server in servers]
    checked = definition.values(values)
    return definition.plan(checked, revision=revision.number, seed=new_seed(), servers=targets, facts=facts)


def rehearse(revision: "Revision", servers: Sequence[Server], values: Mapping[str, Any]) -> list[Problem]:
    """Connect and try every step of the plan in a schema of its own, which is dropped again."""
    refuse_unready(servers)
    if in_use := use_of(servers):
        return [Problem("server", f"{in_use}; a check would spoil its figures.")]
    plan = draft(revision, servers, values)
    return rehearse_plan(plan, access_to(servers[0]), owner=nobody())


def use_of(servers: Sequence[Server]) -> str:
    """“Run 3 uses db1”; empty while no run does."""
    lock = Lock.objects.filter(resource__in=[each.key for each in needed_resources(servers)]).first()
    return f"Run {lock.run_id} uses {lock.title}" if lock else ""


def access_to(server: Server) -> Access:
    return Access(admin=server.address, files=settings.FILES_DIR)


def nobody() -> Owner:
    """Who tries something on a server before there is a run."""
    return Owner(Installation.current().token, NO_RUN)


def facts_of(server: Server) -> Facts:
    if not server.facts:
        raise Refused([_unready(server)])
    return server.facts


def new_seed() -> int:
    return secrets.randbelow(2**31)


def _for_run(target: Target, number: int) -> Target:
    """The draft's target under the names that the run has on the server."""
    name = _name_on_server(target.schema.removesuffix(f"_{NO_RUN}"), number)
    return replace(target, schema=name, account=target.account and name)


def _name_on_server(prefix: str, number: int) -> str:
    return f"{prefix}_{number}"


def _draft_target(server: Server) -> Target:
    facts = facts_of(server)
    name = _name_on_server(f"benchlab_{Installation.current().token}", NO_RUN)
    return Target(
        name=server.name,
        role="primary",
        flavour=facts.flavour,
        version=facts.version,
        machine=facts.machine,
        schema=name,
        account="" if server.allow_own_account else name,
    )


def refuse_unready(servers: Sequence[Server]) -> None:
    """A server that was never checked is checked now; one that did not answer gets another chance."""
    problems = [] if servers else [NO_SERVER]
    for server in servers:
        if (server.facts is None or server.check_error) and not server.check_now():
            problems.append(_unready(server))
    if problems:
        raise Refused(problems)


def _unready(server: Server) -> Problem:
    return Problem(f"server {server.name}", server.check_error or "It was never checked.")
