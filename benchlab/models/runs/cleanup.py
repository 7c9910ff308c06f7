"""Cleaning up after a run: undoing what it may have left on its servers, and freeing its locks."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.phases.restart import RestartPhase
from benchlab.definitions.plan.plan import Target
from benchlab.engine.places import global_settings, workspace
from benchlab.models.accounts import User, audit_log
from benchlab.models.runs.locks import ChangedSetting, Lock, host_key, server_key
from benchlab.models.runs.run import Run
from benchlab.models.runs.wake_up import wake_for_all
from benchlab.models.servers import Server
from benchlab.mysql import LOST_CODES, Connection, Error, connected, error_code, error_text, is_down, rows
from benchlab.sandbox import Sandbox, SandboxError

READ_TIMEOUT_S = 10
LONGEST_REASON = 200


@dataclass(frozen=True)
class Remainder:
    """What a run left on a server."""

    server: Server
    sentence: str
    """Goes on after "run 41, which"; empty where it was not looked at, and what was known of it holds."""
    in_use: bool
    """Whether the run's statements go on there, or may."""
    answers: bool = True


def conclude(run: Run, end: Callable[[], bool]) -> bool:
    """Undo first and ``end`` then, while the run is still its worker's and nobody else undoes it."""
    remainders = undo(run)
    ended = end()
    if ended:
        release(run, remainders)
    return ended


def clean_up(run: Run, *, leaving: Collection[int] = ()) -> list[Remainder]:
    """Undo what an ended run has left, but on the servers with the keys of ``leaving``; what remains."""
    remainders = undo(run, leaving=leaving)
    if not remainders or any(each.sentence for each in remainders):
        release(run, remainders)
    return remainders


def undo(run: Run, *, leaving: Collection[int] = ()) -> list[Remainder]:
    """End the run's statements on its servers, drop its account, put settings back; what could not be undone yet."""
    tried = [
        Remainder(server, "", in_use=True) if server.pk in leaving else _undo_on(server, target, run)
        for server, target in targets_of(run)
    ]
    return [remainder for remainder in tried if remainder]


def release(run: Run, remainders: Sequence[Remainder]) -> None:
    """Free the run's locks, except those of servers on which its statements may go on, and their machines.

    A server that is down holds no lock: nothing can start there, and the keeper comes back to it.
    """
    kept = {key: each.sentence for each in remainders if each.in_use for key in _locks_of(run, each.server)}
    with transaction.atomic():
        for key, sentence in kept.items():
            if sentence:
                run.locks.filter(resource=key).update(reason=sentence[:LONGEST_REASON])
        _free(run.locks.exclude(resource__in=kept))
        if not remainders:
            Run.objects.filter(pk=run.pk).update(cleaned_up_at=timezone.now())


def free(run: Run, *, by: User) -> None:
    """Free the locks of an ended run although something of it may go on; Refused while it runs.

    The admin's way out, who knows that nothing goes on there. The keeper still comes back to clean up.
    """
    if not run.is_over:
        raise Refused([Problem(str(run), "It has not ended. Cancel it first.")])
    with transaction.atomic():
        if titles := ", ".join(run.locks.values_list("title", flat=True)):
            sentence = f"{by.username} freed {titles}, without waiting for what the run may have left there."
            run.record(sentence, severity="warning")
        _free(run.locks.all())
        audit_log.record("freed", run)


def _free(locks: QuerySet[Lock]) -> None:
    if locks.delete()[0]:
        transaction.on_commit(wake_for_all)


def _locks_of(run: Run, server: Server) -> list[str]:
    """The server and its machine; this one, which made the load, is needed no more."""
    machines = [target.machine for target in run.plan.servers if target.name == server.name]
    return [server_key(server.name), *map(host_key, machines)]


def _undo_on(server: Server, target: Target, run: Run) -> Remainder | None:
    try:
        with connected(server.address, read_timeout_s=READ_TIMEOUT_S) as admin:
            return _undo(admin, server, target, run)
    except Error as error:
        if is_down(error):
            _start_again(server, run)
        sentence = f"could not be undone on {server.name} yet: {_answer(error)}"
        return Remainder(server, sentence, in_use=not is_down(error), answers=False)


def _start_again(server: Server, run: Run) -> None:
    """A sandbox that the run's worker stopped, and was lost before it could start it."""
    if server.sandbox and any(isinstance(phase, RestartPhase) for phase in run.plan.phases):
        with suppress(SandboxError):
            Sandbox.named(Path(settings.SANDBOXES_DIR), server.sandbox).launch()


def _undo(admin: Connection, server: Server, target: Target, run: Run) -> Remainder | None:
    if rows(admin, "SELECT IS_USED_LOCK(%s)", [target.schema])[0][0] is not None:  # See runs.deletion.
        return Remainder(server, f"still drops its schema on {server.name}", in_use=True)
    workspace.kill(admin, target)  # With an account of the server's own there is nothing to close.
    refused = _refused(lambda: workspace.close(admin, target)) or _refused(
        lambda: _put_settings_back(admin, run, server)
    )
    if threads := len(workspace.threads(admin, target)):
        statements = "1 statement" if threads == 1 else f"{threads} statements"
        return Remainder(server, f"still has {statements} to roll back on {server.name}", in_use=True)
    return Remainder(server, refused, in_use=False) if refused else None


def _refused(step: Callable[[], None]) -> str:
    """What the server said where it did not let us; its statements may be gone all the same."""
    try:
        step()
    except Error as error:
        if error_code(error) in LOST_CODES:
            raise
        return _answer(error)
    return ""


def _answer(error: Error) -> str:
    return f"{error_text(error)} (error {error_code(error)})"


def targets_of(run: Run) -> list[tuple[Server, Target]]:
    """The plan's servers that are still known."""
    servers = {server.name: server for server in run.servers.all()}
    return [(servers[target.name], target) for target in run.plan.servers if target.name in servers]


def _put_settings_back(admin: Connection, run: Run, server: Server) -> None:
    for changed in ChangedSetting.objects.filter(run=run, server=server):
        global_settings.apply(admin, {changed.name: changed.value})
        changed.delete()
