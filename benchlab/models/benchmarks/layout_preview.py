"""What a server would make of a definition's tables, before anything is launched."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any

from django.core.cache import cache

from benchlab.definitions import Plan
from benchlab.definitions.parameters.experiment_grid import Cell, Grid
from benchlab.engine.dry_run import table_creation
from benchlab.engine.dry_run.scratch_schema import NotTriedError
from benchlab.engine.dry_run.table_creation import RefusedTable
from benchlab.models.benchmarks import plan_drafts
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.servers import Server
from benchlab.probes.server import layout

MOST = 4
"""Layouts that one look shows; each is made on a server."""
KEPT_S = 600
"""How long a server is not asked again about the same tables."""


@dataclass(frozen=True)
class LayoutPreview:
    """The tables of one or more cells on a server; ``rows`` as of ``probes.server.layout``, without sizes."""

    server: str
    cells: str
    """The values by which its cells differ from others: “layout month”; empty where there is one layout."""
    tables: tuple[str, ...]
    rows: tuple[dict[str, Any], ...] = ()
    refusals: tuple[RefusedTable, ...] = ()
    trouble: str = ""
    """Why the server could not be asked."""


@dataclass
class _Wanted:
    plan: Plan
    server: Server
    cells: list[Cell]


def preview(revision: Revision, servers: Sequence[Server], grid: Grid) -> tuple[list[LayoutPreview], int]:
    """The first few layouts of the grid, and how many there are; Refused where there is no plan to make them by."""
    wanted = _wanted(revision, servers, grid)
    given_up: dict[Server, str] = {}
    return [_previewed(each, grid, given_up) for each in wanted[:MOST]], len(wanted)


def _wanted(revision: Revision, servers: Sequence[Server], grid: Grid) -> list[_Wanted]:
    """Cells with the same tables on the same server share a layout."""
    found: dict[str, _Wanted] = {}
    for cell in grid.cells:
        site = plan_drafts.servers_of(cell, servers)
        plan = plan_drafts.resolve(revision, site, plan_drafts.values_of(cell))
        found.setdefault(_key(site[0], plan), _Wanted(plan, site[0], [])).cells.append(cell)
    return list(found.values())


def _previewed(wanted: _Wanted, grid: Grid, given_up: dict[Server, str]) -> LayoutPreview:
    """A server that could not be asked about one layout is not asked about the next: it may hang each time."""
    key, cells = _key(wanted.server, wanted.plan), _shared(wanted.cells, grid)
    known: LayoutPreview | None = cache.get(key)
    if known:
        return replace(known, cells=cells)
    previewed = LayoutPreview(wanted.server.name, cells, tuple(wanted.plan.tables))
    if trouble := given_up.get(wanted.server) or _trouble_with(wanted.server):
        return replace(previewed, trouble=trouble)
    try:
        previewed = _tried(previewed, wanted)
    except NotTriedError as error:
        given_up[wanted.server] = str(error)
        return replace(previewed, trouble=str(error))
    cache.set(key, previewed, KEPT_S)
    return previewed


def _tried(previewed: LayoutPreview, wanted: _Wanted) -> LayoutPreview:
    look = partial(layout.read, at="start", time_s=0.0, exact=False)
    made = table_creation.create(
        wanted.plan, plan_drafts.access_to(wanted.server), owner=plan_drafts.owner_of_drafts(), look=look
    )
    return replace(previewed, rows=tuple(made.seen), refusals=made.refusals)


def _trouble_with(server: Server) -> str:
    """Why it should not be asked now."""
    if server.check_error:
        return f"{server.name} did not answer its last check: {server.check_error} Check it again on its page."
    in_use = plan_drafts.usage_of([server])
    return f"{in_use}; making tables there would spoil its figures." if in_use else ""


def _shared(cells: Sequence[Cell], grid: Grid) -> str:
    """The values that vary in the grid, and not among these cells."""
    shared = {name: value for name, value in cells[0].items() if all(cell[name] == value for cell in cells)}
    return ", ".join(f"{name} {shared[name]}" for name in grid.varying if name in shared)


def _key(server: Server, plan: Plan) -> str:
    """Which server it is, and what it is asked."""
    asked = repr((server.address, plan.servers[0].version, plan.tables))
    return f"benchlab.layouts.{sha256(asked.encode()).hexdigest()}"
