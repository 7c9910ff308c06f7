"""Undoing what an ended run may have left on its servers."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils import timezone

from benchlab.engine import settings as server_settings
from benchlab.engine import workspace
from benchlab.models import waking
from benchlab.models.held import ChangedSetting
from benchlab.models.server import Server
from benchlab.mysql import Error, error_code, error_text

if TYPE_CHECKING:
    from benchlab.definitions.plan import Target
    from benchlab.models.run import Run


@dataclass(frozen=True)
class Remainder:
    """What an ended run left on a server; ``in_use`` while its statements go on there."""

    sentence: str
    in_use: bool


def settle(run: "Run") -> bool:
    """End what the run left on its servers and free its locks; False while something remains.

    A server that does not answer holds no lock: nothing can start there, and the keeper comes back to it.
    """
    servers = {server.name: server for server in run.servers.all()}
    remainders = [
        found
        for target in run.plan.servers
        if target.name in servers and (found := _settle_on(servers[target.name], target, run))
    ]
    in_use = [each.sentence for each in remainders if each.in_use]
    if in_use:
        run.locks.update(reason=in_use[0])
    else:
        _free_locks(run)
    if not remainders:
        type(run).objects.filter(pk=run.pk).update(settled_at=timezone.now())
    return not remainders


def _settle_on(server: Server, target: "Target", run: "Run") -> Remainder | None:
    try:
        workspace.close(server.address, target)
        if threads := workspace.threads(server.address, target):
            return Remainder(f"still has {len(threads)} statements to roll back on {server.name}", in_use=True)
        _put_settings_back(run, server)
    except Error as error:
        return Remainder(f"{server.name}: {error_text(error)} (error {error_code(error)})", in_use=False)
    return None


def _put_settings_back(run: "Run", server: Server) -> None:
    for changed in ChangedSetting.objects.filter(run=run, server=server):
        server_settings.apply(server.address, {changed.name: changed.value})
        changed.delete()


def _free_locks(run: "Run") -> None:
    if run.locks.all().delete()[0]:
        for queued in type(run).objects.queued().order_by("pk"):
            waking.wake(queued)
