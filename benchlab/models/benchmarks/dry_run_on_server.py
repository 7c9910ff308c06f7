"""Rehearsing a revision on servers: every step once, in a schema of its own, which is dropped again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from benchlab import engine
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import Cell, Grid
from benchlab.engine import NotTriedError
from benchlab.models.benchmarks import plan_drafts
from benchlab.models.benchmarks.definition_trial import TrialOutcome
from benchlab.models.benchmarks.plan_drafts import UnreadyError
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.servers import Server


@dataclass(frozen=True)
class RehearsalOutcome:
    problems: tuple[Problem, ...]
    took_place: bool = True
    """False where a server could not be reached or was in use, which says nothing of the text."""


def try_on(revision: Revision, server: Server) -> TrialOutcome:
    """Create the tables and try every statement once, with the defaults of the parameters; nothing is stored."""
    try:
        found = rehearse(revision, [server], revision.definition.grid({}))
    except UnreadyError as refused:
        found = RehearsalOutcome(refused.problems, took_place=False)
    except Refused as refused:
        found = RehearsalOutcome(refused.problems)
    return TrialOutcome(server.name, timezone.now(), found.problems, found.took_place)


def rehearse(revision: Revision, servers: Sequence[Server], grid: Grid) -> RehearsalOutcome:
    """Connect and try every step, each value in one cell at least; Refused where there is no plan to try."""
    problems: dict[Problem, list[Cell]] = {}
    took_place = True
    for cell in grid.each_value_once:
        tried = _rehearse(revision, plan_drafts.servers_of(cell, servers), plan_drafts.values_of(cell))
        took_place = took_place and tried.took_place
        for problem in tried.problems:
            problems.setdefault(problem, []).append(cell)
    return RehearsalOutcome(tuple(plan_drafts.naming_cells(problems, grid)), took_place)


def _rehearse(revision: Revision, servers: Sequence[Server], values: Mapping[str, Any]) -> RehearsalOutcome:
    plan_drafts.refuse_unready(servers)
    if usage := plan_drafts.usage_of(servers):
        return RehearsalOutcome((Problem("server", f"{usage}; a check would spoil its figures."),), took_place=False)
    plan = plan_drafts.draft(revision, servers, values)
    try:
        found = engine.rehearse(plan, plan_drafts.access_to(servers[0]), owner=plan_drafts.owner_of_drafts())
    except NotTriedError as error:
        return RehearsalOutcome((Problem(f"server {servers[0].name}", str(error)),), took_place=False)
    return RehearsalOutcome(tuple(found))
