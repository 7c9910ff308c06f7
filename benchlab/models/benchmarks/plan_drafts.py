"""Drafting the plans that a launch would freeze; nothing is stored."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import SERVER, Cell, Grid
from benchlab.definitions.plan import server_requirements
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.server_facts import Facts
from benchlab.engine import Access, Owner
from benchlab.models.benchlab_installation import Installation
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.runs import Lock, needed_resources
from benchlab.models.servers import Server

Servers = Sequence[Server]
NO_SERVER = Problem("servers", "Name a server to run on.")
NO_RUN = 0
"""The number that is in the names of a draft."""


class UnreadyError(Refused):
    """A server that a launch needs does not answer."""


def drafts(revision: Revision, servers: Servers, grid: Grid) -> list[Plan]:
    """The plan of each cell, without asking a server; Refused where one of them can have none."""
    problems: dict[Problem, list[Cell]] = {}
    plans: list[Plan] = []
    for cell in grid.cells:
        try:
            plans.append(draft(revision, servers_of(cell, servers), values_of(cell)))
        except Refused as refused:
            for problem in refused.problems:
                problems.setdefault(problem, []).append(cell)
    if problems:
        raise Refused(naming_cells(problems, grid))
    return plans


def draft(revision: Revision, servers: Servers, values: Mapping[str, Any]) -> Plan:
    """The plan that a launch would freeze, without asking a server; Refused where there can be none."""
    plan = resolve(revision, servers, values)
    if problems := server_requirements.check(plan, facts_of(servers[0])):
        raise Refused(problems)
    return plan


def resolve(revision: Revision, servers: Servers, values: Mapping[str, Any]) -> Plan:
    """The plan of these values, whether or not the server can carry it out."""
    if not servers:
        raise Refused([NO_SERVER])
    definition, facts = revision.definition, facts_of(servers[0])
    targets = [_draft_target(server) for server in servers]
    checked = definition.values(values)
    return definition.plan(checked, revision=revision.number, seed=new_seed(), servers=targets, facts=facts)


def servers_of(cell: Cell, servers: Servers) -> list[Server]:
    """The servers that the cell runs on."""
    if SERVER not in cell:
        return list(servers)
    found = Server.objects.filter(name=cell[SERVER]).first()
    if found is None:
        raise Refused([Problem("server", f"There is no server {cell[SERVER]}.")])
    return [found]


def values_of(cell: Cell) -> Mapping[str, Any]:
    return {name: value for name, value in cell.items() if name != SERVER}


def naming_cells(problems: Mapping[Problem, Sequence[Cell]], grid: Grid) -> list[Problem]:
    """Each with the cells that it is in, unless it is in all of them."""
    return [_in_cells(problem, cells, grid) for problem, cells in problems.items()]


def _in_cells(problem: Problem, cells: Sequence[Cell], grid: Grid) -> Problem:
    if len(cells) == grid.cell_count or not grid.varying:
        return problem
    others = f" and {len(cells) - 1} more" if len(cells) > 1 else ""
    return Problem(problem.where, f"With {grid.words(cells[0])}{others}: {problem.message}")


def refuse_unready(servers: Servers) -> None:
    """Check servers that were never checked, or did not answer their last check; UnreadyError where one does not."""
    problems = [] if servers else [NO_SERVER]
    for server in servers:
        if (server.facts is None or server.check_error) and not server.check_now():
            problems.append(_unready(server))
    if problems:
        raise UnreadyError(problems)


def facts_of(server: Server) -> Facts:
    if not server.facts:
        raise UnreadyError([_unready(server)])
    return server.facts


def usage_of(servers: Servers) -> str:
    """“Run 3 uses db1”; empty while no run does."""
    lock = Lock.objects.filter(resource__in=[each.key for each in needed_resources(servers)]).first()
    return f"Run {lock.run_id} uses {lock.title}" if lock else ""


def access_to(server: Server) -> Access:
    return Access(admin=server.address, files=settings.FILES_DIR)


def owner_of_drafts() -> Owner:
    """Who tries something on a server before there is a run."""
    return Owner(Installation.current().token, NO_RUN)


def new_seed() -> int:
    return secrets.randbelow(2**31)


def target_for_run(target: Target, run: int) -> Target:
    """The draft's target under the names that the run has on the server."""
    name = _name_on_server(target.schema.removesuffix(f"_{NO_RUN}"), run)
    return replace(target, schema=name, account=target.account and name)


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
        checked_at=server.checked_at.isoformat(timespec="seconds") if server.checked_at else "",
    )


def _name_on_server(prefix: str, run: int) -> str:
    return f"{prefix}_{run}"


def _unready(server: Server) -> Problem:
    return Problem(f"server {server.name}", server.check_error or "It was never checked.")
