"""Forgetting a run: its rows, its files, and its tables on the servers."""

import logging
import shutil
from typing import TYPE_CHECKING

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.engine.places import workspace
from benchlab.models.accounts import audit_log
from benchlab.models.servers.installation import Installation
from benchlab.mysql import Error, connected, error_text

if TYPE_CHECKING:
    from benchlab.models.runs.run import Run

log = logging.getLogger(__name__)


def remove(run: "Run") -> None:
    """Refused while the run goes on, or while something of it is still being undone."""
    if not run.is_over or run.locks.exists():
        raise Refused([Problem(str(run), "It still goes on. Cancel it, and remove it when it has ended.")])
    audit_log.record("deleted", run, benchmark=run.benchmark.slug)
    _drop_schemas(run)
    shutil.rmtree(run.folder, ignore_errors=True)
    run.baseline_of.pass_on(why="deleted")
    run.delete()


def _drop_schemas(run: "Run") -> None:
    """Where a server does not answer now, the next run on it drops what a deleted run has left."""
    servers = {server.name: server for server in run.servers.all()}
    for target in run.plan.servers:
        if target.name in servers and target.schema and not run.schema_dropped_at:
            try:
                with connected(servers[target.name].address) as admin:
                    workspace.drop_schema(admin, target.schema, Installation.current().token)
            except (Error, workspace.ForeignSchemaError) as error:
                log.warning("The schema %s stays on %s: %s", target.schema, target.name, error_text(error))
