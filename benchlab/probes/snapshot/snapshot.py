"""A snapshot of a server, its settings and its host."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from typing import Any

import psutil

from benchlab import mysql
from benchlab.definitions.plan.plan import OWNER_TABLE
from benchlab.probes import redaction
from benchlab.probes.host import host_facts
from benchlab.probes.host.storage import DataStorage
from benchlab.probes.server import clock_offset, durability, server_process

WORDS_FOR_YES_AND_NO = {"1": "ON", "TRUE": "ON", "YES": "ON", "0": "OFF", "FALSE": "OFF", "NO": "OFF"}
EXPLICIT_ORIGINS = ("CONFIG", "COMMAND-LINE", "SQL")
"""Where MariaDB's values come from that are neither compiled in nor sized by the server itself."""
SET_BY_CONNECTIONS = {
    "autocommit": "ON",
    "foreign_key_checks": "ON",
    "information_schema_stats_expiry": "86400",
    "innodb_lock_wait_timeout": "50",
    "lock_wait_timeout": "31536000",
    "unique_checks": "ON",
}
"""MySQL marks a variable as changed for everybody once one connection has set its own: the defaults of such ones."""


def take(
    connection: mysql.Connection, *, local: bool, schema: str | None = None, planned: Collection[str] = ()
) -> dict[str, Any]:
    """All that is known; ``unknown`` maps each field that is null (``host.governor``) to the reason.

    ``connection`` is an admin's. ``local`` says that the server runs on this machine; ``schema`` is the run's, whose
    tables are written down too; ``planned`` are CREATE TABLE statements to come. Raises ``mysql.Error``.
    """
    variables = _variables(connection)
    machine, unknown = _machine(connection, variables["datadir"], local=local)
    innodb_status, reasons = _innodb_status(connection, schema)
    hidden = redaction.hidden(variables)
    return {
        "taken_at": datetime.now(UTC).isoformat(timespec="seconds"),
        **_version(variables),
        "variables": {name: None if name in hidden else value for name, value in variables.items()},
        "changed": _without(hidden, _changed(connection, variables)),
        "durability": _durability(variables, _engines(connection, schema), planned, machine["storage"] or {}),
        "clock": clock_offset.offset(connection),
        **machine,
        "tables": _tables(connection, schema) if schema else {},
        "innodb_status": innodb_status,
        "unknown": {**unknown, **reasons, **{f"variables.{name}": redaction.REASON for name in sorted(hidden)}},
    }


def _version(variables: Mapping[str, str]) -> dict[str, str]:
    told = {"version_comment": "version_comment", "compile_machine": "version_compile_machine"}
    return {"version": variables["version"], **{name: variables.get(of, "") for name, of in told.items()}}


def _durability(
    variables: Mapping[str, str], engines: Collection[str], planned: Collection[str], storage: Mapping[str, Any]
) -> dict[str, Any]:
    """Of the engines that there are tables of, else of those to come, else of the default one."""
    default = {variables.get("default_storage_engine", "InnoDB")}
    return durability.judge(
        variables,
        engines=engines or durability.engines_of(planned) or default,
        file_system=storage.get("file_system"),
        fdatasync_ms=(storage.get("fdatasync_ms") or {}).get("median"),
    )


def _without(hidden: Collection[str], changed: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """That it was changed is no secret."""
    return {name: {"default": None, "value": None} if name in hidden else each for name, each in changed.items()}


def differs(value: str, default: str) -> bool:
    """Whether two spellings of a setting mean different things: ``ON`` is ``1``, and paths may end in a slash."""
    return _plain(value) != _plain(default)


def _plain(value: str) -> str:
    upper = value.strip().upper().rstrip("/")
    return WORDS_FOR_YES_AND_NO.get(upper, upper)


def _variables(connection: mysql.Connection) -> dict[str, str]:
    return dict(mysql.rows(connection, "SHOW GLOBAL VARIABLES"))


def _changed(connection: mysql.Connection, variables: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The changed settings by name; MySQL does not show their defaults."""
    if "mariadb" in variables["version"].lower():
        defaults = mysql.rows(connection, _MARIADB_DEFAULTS_SQL, [EXPLICIT_ORIGINS])
        return _different(variables, {name.lower(): default or "" for name, default in defaults})
    changed = [name for (name,) in mysql.rows(connection, _MYSQL_CHANGED_SQL)]
    return _different(variables, {name: SET_BY_CONNECTIONS.get(name) for name in changed})


def _different(variables: Mapping[str, str], defaults: Mapping[str, str | None]) -> dict[str, dict[str, Any]]:
    return {
        name: {"default": default, "value": variables[name]}
        for name, default in sorted(defaults.items())
        if name in variables and (default is None or differs(variables[name], default))
    }


def _engines(connection: mysql.Connection, schema: str | None) -> set[str]:
    found = mysql.rows(connection, _ENGINES_SQL, [schema or "", OWNER_TABLE])
    return {engine for (engine,) in found if engine}


def _tables(connection: mysql.Connection, schema: str) -> dict[str, str]:
    """SHOW CREATE TABLE by table."""
    names = [name for (name,) in mysql.rows(connection, _TABLES_SQL, [schema, OWNER_TABLE])]
    place = mysql.quoted(schema)
    return {name: mysql.rows(connection, f"SHOW CREATE TABLE {place}.{mysql.quoted(name)}")[0][1] for name in names}


def _innodb_status(connection: mysql.Connection, schema: str | None) -> tuple[str | None, dict[str, str]]:
    try:
        status = mysql.rows(connection, "SHOW ENGINE INNODB STATUS")[0][2]
        # The run's account has the name of its schema.
        return redaction.without_others(status, account=schema), {}
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        return None, {"innodb_status": mysql.error_text(error)}


def _machine(
    connection: mysql.Connection, datadir: str, *, local: bool
) -> tuple[dict[str, dict[str, Any] | None], dict[str, str]]:
    """``host`` and ``storage``, and the reasons for what is null in them."""
    if not local:
        reason = "The server runs on another machine or in a container, which is not looked at."
        return {"host": None, "storage": None}, {"host": reason, "storage": reason}
    described, reasons = host_facts.describe()
    unknown = {f"host.{field}": reason for field, reason in reasons.items()}
    storage = _storage(server_process.find(connection), datadir)
    if not storage:
        return {"host": described, "storage": None}, {**unknown, "storage": "We may not look into the data directory."}
    kept, reasons = storage.describe()
    return {"host": described, "storage": kept}, {
        **unknown,
        **{f"storage.{each}": why for each, why in reasons.items()},
    }


def _storage(process: psutil.Process | None, datadir: str) -> DataStorage | None:
    path = server_process.seen_path(process, datadir) if process else None
    return DataStorage(datadir, path) if path else None


_MARIADB_DEFAULTS_SQL = """
SELECT VARIABLE_NAME, DEFAULT_VALUE FROM information_schema.SYSTEM_VARIABLES
WHERE GLOBAL_VALUE IS NOT NULL AND GLOBAL_VALUE_ORIGIN IN %s
"""
# What the server set for itself has no user.
_MYSQL_CHANGED_SQL = """
SELECT VARIABLE_NAME FROM performance_schema.variables_info
WHERE VARIABLE_SOURCE <> 'COMPILED' AND (VARIABLE_SOURCE <> 'DYNAMIC' OR SET_USER IS NOT NULL)
"""
_ENGINES_SQL = """
SELECT DISTINCT ENGINE FROM information_schema.TABLES
WHERE TABLE_SCHEMA = %s AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME <> %s
"""
_TABLES_SQL = """
SELECT TABLE_NAME FROM information_schema.TABLES
WHERE TABLE_SCHEMA = %s AND TABLE_TYPE = 'BASE TABLE' AND TABLE_NAME <> %s ORDER BY TABLE_NAME
"""
