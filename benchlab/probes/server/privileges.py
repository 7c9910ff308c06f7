"""What an account may do on a server, found out by trying it in a scratch schema; each refusal with a remedy."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from benchlab import mysql, scratch_schemas
from benchlab.definitions.plan.server_facts import Capability, Flavour
from benchlab.probes.server import table_files

TRIED = ("account", "partitions", "triggers", "myisamchk")
WRONG_TYPE = 1232
TRIGGER_UNDER_BINLOG = 1419
LOCAL_INFILE_ON = "SET GLOBAL local_infile = ON;  -- and local_infile = ON under [mysqld], to survive a restart"


def capabilities(connection: mysql.Connection, flavour: Flavour, installation: str) -> tuple[Capability, ...]:
    user = _current_user(connection)
    with scratch_schemas.name(connection, "check", installation) as name:
        tried = _tried_in_a_schema(connection, flavour, user, name)
    return (
        *tried,
        _settings(connection, flavour, user),
        _process(connection, user),
        _bulk_load(connection),
    )


def _tried_in_a_schema(connection: mysql.Connection, flavour: Flavour, user: str, schema: str) -> Sequence[Capability]:
    grants = account_grants(user, flavour)
    with _scratch_schema(connection, schema) as refusal:
        if refusal:
            reason = f"No schema can be made to try it in: {refusal}"
            return [Capability(name, False, reason, grants) for name in TRIED]
        return [
            _account(connection, schema, grants),
            _partitions(connection, schema, flavour),
            _triggers(connection, schema, user),
            table_files.capability(connection, schema, flavour, user),
        ]


def account_grants(user: str, flavour: Flavour) -> str:
    """The least that lets ``user`` make schemas and an account for every run, and end that account's statements."""
    end_statements = "CONNECTION ADMIN" if flavour == "MariaDB" else "CONNECTION_ADMIN"
    return (
        f"GRANT CREATE USER, PROCESS, {end_statements} ON *.* TO {user};\n"
        f"GRANT ALL PRIVILEGES ON `benchlab\\_%`.* TO {user} WITH GRANT OPTION;"
    )


@contextmanager
def _scratch_schema(connection: mysql.Connection, schema: str) -> Iterator[str]:
    """Why the schema could not be made; empty where it is ours to use."""
    refusal = _refusal(lambda: mysql.run(connection, f"CREATE DATABASE {schema}"))
    try:
        yield refusal
    finally:
        if not refusal:
            mysql.run(connection, f"DROP DATABASE IF EXISTS {schema}")


def _refusal(attempt: Callable[[], object]) -> str:
    """Why the server refused ``attempt``; empty where it did not."""
    try:
        attempt()
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        return _sentence(error)
    return ""


def _sentence(error: Exception) -> str:
    return f"{mysql.error_text(error)} (error {mysql.error_code(error)})"


def _account(connection: mysql.Connection, schema: str, remedy: str) -> Capability:
    account = f"'{schema}'@'localhost'"
    refusal = _refusal(lambda: _make_account(connection, schema, account))
    _refusal(lambda: mysql.run(connection, f"DROP USER IF EXISTS {account}"))
    return Capability("account", not refusal, refusal, remedy if refusal else "")


def _make_account(connection: mysql.Connection, schema: str, account: str) -> None:
    # Every kind of character, for servers that check the strength of passwords.
    mysql.run(connection, f"CREATE USER {account} IDENTIFIED BY %s", [f"aA1!{secrets.token_urlsafe(18)}"])
    # An account with the least rights may not give any on what its own pattern does not hold.
    mysql.run(connection, f"GRANT ALL PRIVILEGES ON {mysql.granted_schema(schema)}.* TO {account}")


def _partitions(connection: mysql.Connection, schema: str, flavour: Flavour) -> Capability:
    table = f"CREATE TABLE {schema}.cut (id INT PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 2"
    refusal = _refusal(lambda: mysql.run(connection, table))
    remedy = "Start the server with --partition=ON." if flavour == "MariaDB" else "Set default_storage_engine = InnoDB."
    return Capability("partitions", not refusal, refusal, remedy if refusal else "")


def _triggers(connection: mysql.Connection, schema: str, user: str) -> Capability:
    refusal = _refusal(lambda: _make_trigger(connection, schema))
    if f"error {TRIGGER_UNDER_BINLOG}" in refusal:
        return Capability("triggers", False, refusal, "SET GLOBAL log_bin_trust_function_creators = ON;")
    remedy = f"GRANT TRIGGER ON `benchlab\\_%`.* TO {user};"
    return Capability("triggers", not refusal, refusal, remedy if refusal else "")


def _make_trigger(connection: mysql.Connection, schema: str) -> None:
    mysql.run(connection, f"CREATE TABLE {schema}.fired (id INT PRIMARY KEY)")
    trigger = f"CREATE TRIGGER {schema}.fires BEFORE INSERT ON {schema}.fired FOR EACH ROW SET NEW.id = NEW.id"
    mysql.run(connection, trigger)


def _settings(connection: mysql.Connection, flavour: Flavour, user: str) -> Capability:
    """The server looks at the right before it looks at the value, so that a value of the wrong type changes nothing."""
    refusal = _refusal(lambda: mysql.run(connection, "SET GLOBAL innodb_flush_log_at_trx_commit = 'benchlab'"))
    if f"error {WRONG_TYPE}" in refusal:
        return Capability("settings", True)
    # MariaDB 11 took the settings of the binary log out of SUPER.
    rights = "SUPER, BINLOG ADMIN" if flavour == "MariaDB" else "SYSTEM_VARIABLES_ADMIN"
    return Capability("settings", False, refusal, f"GRANT {rights} ON *.* TO {user};")


def _process(connection: mysql.Connection, user: str) -> Capability:
    refusal = _refusal(lambda: mysql.rows(connection, "SELECT 1 FROM information_schema.INNODB_METRICS LIMIT 1"))
    return Capability("process", not refusal, refusal, f"GRANT PROCESS ON *.* TO {user};" if refusal else "")


def _bulk_load(connection: mysql.Connection) -> Capability:
    if mysql.rows(connection, "SELECT @@GLOBAL.local_infile")[0][0]:
        return Capability("bulk_load", True)
    return Capability("bulk_load", False, "LOAD DATA LOCAL is off: local_infile = OFF.", LOCAL_INFILE_ON)


def _current_user(connection: mysql.Connection) -> str:
    user, _, host = mysql.rows(connection, "SELECT CURRENT_USER()")[0][0].rpartition("@")
    return f"'{user}'@'{host}'"
