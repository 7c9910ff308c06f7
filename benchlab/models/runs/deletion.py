"""Deleting a run: its rows, its files, and its schemas on the servers."""

import logging
import shutil

from django.db import IntegrityError, transaction

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.engine.places import workspace
from benchlab.models.accounts import audit_log
from benchlab.models.benchlab_installation import Installation
from benchlab.models.runs import cleanup
from benchlab.models.runs.lock_acquisition import lock_all
from benchlab.models.runs.locks import needed_resources
from benchlab.models.runs.run import Run
from benchlab.models.runs.wake_up import wake_for_all
from benchlab.models.servers import Server
from benchlab.mysql import LOST_CODES, Connection, Error, connected, error_code, error_text, rows

DROPPED_WITHIN_S = 20
LOCK_WAIT_S = 5
"""Else a DROP waits behind anybody's open transaction, by default for a day."""
STILL_DROPPING = (
    "{server} did not drop its schema within {seconds} s and may still be dropping it; until then no run starts there. "
    "Delete the run again later."
)

log = logging.getLogger(__name__)


def remove(run: Run) -> None:
    """Refused while the run goes on, or while something of it is still being undone on a server."""
    if not run.is_over or run.locks.exists():
        raise Refused([Problem(str(run), "It has not ended. Cancel it, then delete it.")])
    if run.started_at and not run.is_imported and not run.schema_dropped_at:
        for server, target in cleanup.targets_of(run):
            _drop_schema(run, server, target.schema)
    folder = run.folder
    with transaction.atomic():
        audit_log.record("deleted", run, benchmark=run.benchmark.slug)
        run.baseline_of.pass_on(why="deleted")
        run.delete()
        transaction.on_commit(wake_for_all)
    shutil.rmtree(folder, ignore_errors=True)


def _drop_schema(run: Run, server: Server, schema: str) -> None:
    """Where another run has the server, or it does not answer, the next run on it drops what a deleted run left."""
    try:
        with connected(server.address, read_timeout_s=DROPPED_WITHIN_S, lock_wait_s=LOCK_WAIT_S) as admin:
            if _lock(run, server, schema, admin):
                workspace.drop_schema(admin, schema, Installation.current().token)
    except Error as error:
        if error_code(error) in LOST_CODES and run.locks.exists():
            sentence = STILL_DROPPING.format(server=server.name, seconds=DROPPED_WITHIN_S)
            raise Refused([Problem(str(run), sentence)]) from error
        log.warning("The schema %s stays on %s: %s", schema, server, error_text(error))
    except workspace.ForeignSchemaError as error:
        log.warning("The schema %s stays on %s: %s", schema, server, error)


def _lock(run: Run, server: Server, schema: str, admin: Connection) -> bool:
    """Take the server for the run once more, so that none is measured there meanwhile; False if one is.

    The lock on the server itself lasts as long as the statement, even if this process is killed: only after that
    the keeper frees the others, because the run needs a cleanup again.
    """
    rows(admin, "SELECT GET_LOCK(%s, 0)", [schema])
    try:
        with transaction.atomic():
            mine = set(run.locks.values_list("resource", flat=True))  # This machine, from another of its servers.
            needed = [each for each in needed_resources([server]) if each.key not in mine]
            lock_all(run, needed, reason="drops its schema")
            Run.objects.filter(pk=run.pk).update(cleaned_up_at=None)
    except IntegrityError:
        return False
    return True
