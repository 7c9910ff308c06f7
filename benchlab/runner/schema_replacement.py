"""Making room on a server: the schemas of earlier runs go once the new run's tables stand."""

from functools import partial

from django.db import connection
from django.utils import timezone

from benchlab import mysql
from benchlab.engine.error_messages import sentence
from benchlab.engine.places import workspace
from benchlab.models import Installation, Run, Server
from benchlab.runner.database_retry import patiently

LOCK_WAIT_S = 5
"""Else a DROP waits behind anybody's open transaction, by default for a day."""


def replace_schemas(run: Run, server: Server) -> None:
    """Called from the engine's thread, in which nobody else uses the application's database."""
    try:
        with mysql.connected(server.address, lock_wait_s=LOCK_WAIT_S) as admin:
            _drop_old_schemas(admin, run, server)
    except mysql.Error as error:
        _say(run, sentence(error, doing=f"Looking for schemas of earlier runs on {server.name}"), severity="warning")
    finally:
        connection.close()


def _drop_old_schemas(admin: mysql.Connection, run: Run, server: Server) -> None:
    """Those of ended runs where the team lets them be replaced, and those of runs that were deleted."""
    installation = Installation.current()
    prefix = f"benchlab_{installation.token}_"
    for schema in _schemas(admin, prefix):
        earlier = Run.objects.filter(pk=int(schema.removeprefix(prefix)))
        if earlier.exists() and not (installation.replace_schemas and earlier.ended().exists()):
            continue
        try:
            workspace.drop_schema(admin, schema, installation.token)
        except workspace.ForeignSchemaError as error:
            _say(run, str(error), severity="warning")
        except mysql.Error as error:
            _say(run, sentence(error, doing=f"Dropping {schema} of an earlier run"), severity="warning")
        else:
            patiently(partial(earlier.update, schema_dropped_at=timezone.now()))
            _say(run, f"Dropped the schema {schema} of an earlier run on {server.name}.")


def _schemas(admin: mysql.Connection, prefix: str) -> list[str]:
    found = mysql.rows(admin, "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA")
    return [name for (name,) in found if name.startswith(prefix) and name.removeprefix(prefix).isdecimal()]


def _say(run: Run, message: str, *, severity: str = "info") -> None:
    patiently(lambda: run.record(message, severity=severity))
