"""Undoing what a run may have left on its servers, and freeing what it holds."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils import timezone

from benchlab.engine import settings as global_settings
from benchlab.engine import workspace
from benchlab.models import waking
from benchlab.models.held import ChangedSetting, Lock, needed_resources
from benchlab.models.installation import Installation
from benchlab.models.server import Server
from benchlab.mysql import Connection, Error, connected, error_code, error_text

if TYPE_CHECKING:
    from benchlab.definitions.plan import Target
    from benchlab.models.run import Run

READ_TIMEOUT_S = 10

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Remainder:
    """What a run left on a server; ``in_use`` while its statements go on there."""

    sentence: str
    in_use: bool


def conclude(run: "Run", end: Callable[[], bool]) -> bool:
    """Undo first and ``end`` then, while the run is still its worker's and nobody else undoes it."""
    remainders = undo(run)
    ended = end()
    if ended:
        release(run, remainders)
    return ended


def settle(run: "Run") -> bool:
    """Undo what an ended run has left; False while something remains."""
    remainders = undo(run)
    release(run, remainders)
    return not remainders


def undo(run: "Run") -> list[Remainder]:
    """End the run's statements on its servers, drop its account, put settings back; what could not be undone yet."""
    tried = [_undo_on(server, target, run) for server, target in _targets(run)]
    return [remainder for remainder in tried if remainder]


def release(run: "Run", remainders: Sequence[Remainder]) -> None:
    """Free the run's locks unless its statements go on.

    A server that does not answer holds no lock: nothing can start there, and the keeper comes back to it.
    """
    in_use = [each.sentence for each in remainders if each.in_use]
    with transaction.atomic():
        if in_use:
            run.locks.update(reason=in_use[0])
        elif run.locks.all().delete()[0]:
            transaction.on_commit(lambda: waking.wake(type(run)))
        if not remainders:
            type(run).objects.filter(pk=run.pk).update(settled_at=timezone.now())


def _undo_on(server: Server, target: "Target", run: "Run") -> Remainder | None:
    try:
        with connected(server.address, read_timeout_s=READ_TIMEOUT_S) as admin:
            workspace.kill(admin, target)  # With an account of the server's own there is nothing to close.
            workspace.close(admin, target)
            _put_settings_back(admin, run, server)
            threads = len(workspace.threads(admin, target))
    except Error as error:
        return Remainder(f"{server.name}: {error_text(error)} (error {error_code(error)})", in_use=False)
    statements = "1 statement" if threads == 1 else f"{threads} statements"
    return Remainder(f"still has {statements} to roll back on {server.name}", in_use=True) if threads else None


def drop_schemas(run: "Run") -> None:
    """Where a run goes on, or nobody answers, the next run on that server does it."""
    for server, target in _targets(run):
        if Lock.objects.filter(resource__in=[each.key for each in needed_resources([server])]).exists():
            continue
        try:
            with connected(server.address, read_timeout_s=READ_TIMEOUT_S) as admin:
                workspace.drop_schema(admin, target.schema, Installation.current().token)
        except (Error, workspace.ForeignSchemaError) as error:
            log.warning("The schema of %s stays on %s: %s", run, server, error)


def _targets(run: "Run") -> "list[tuple[Server, Target]]":
    """The plan's servers that are still known."""
    servers = {server.name: server for server in run.servers.all()}
    return [(servers[target.name], target) for target in run.plan.servers if target.name in servers]


def _put_settings_back(admin: Connection, run: "Run", server: Server) -> None:
    for changed in ChangedSetting.objects.filter(run=run, server=server):
        global_settings.apply(admin, {changed.name: changed.value})
        changed.delete()
