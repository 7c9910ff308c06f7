"""Where a run may work: a schema that benchlab made and marked, and an account with rights on that schema alone."""

import re
import secrets
from dataclasses import dataclass, replace

from benchlab import mysql
from benchlab.definitions.plan import Target

MARK = "benchlab_owner"
NO_SUCH_THREAD = 1094
DENIED = frozenset({1044, 1142, 1227})


@dataclass(frozen=True)
class Owner:
    """Whose a workspace is: the installation of benchlab, and its run."""

    instance: str
    run: int


class ForeignSchemaError(Exception):
    """A schema can not be made or dropped, because it does not bear our mark."""


def create(
    admin: mysql.Connection, target: Target, *, address: mysql.Address, instance: str, run: int
) -> mysql.Address:
    """Make the schema and the account; ``address`` as that account. Raises ``ForeignSchemaError``, ``mysql.Error``."""
    owner = Owner(instance, run)
    _make_schema(admin, target.schema, owner)
    if not target.account:
        return address
    password = new_password()
    _make_account(admin, target, password)
    return replace(address, user=target.account, password=password)


def new_password() -> str:
    """Every kind of character, for servers that check the strength of passwords."""
    return f"aA1!{secrets.token_urlsafe(24)}"


def _make_schema(admin: mysql.Connection, schema: str, owner: Owner) -> None:
    if exists(admin, schema):
        if owner_of(admin, schema) != owner:
            raise ForeignSchemaError(
                f"The schema {schema} exists and is not this run's: it does not bear this run's mark in {MARK}. "
                "benchlab does not touch it; drop or rename it, then launch again."
            )
        mysql.run(admin, f"DROP DATABASE {mysql.quoted(schema)}")
    mysql.run(admin, f"CREATE DATABASE {mysql.quoted(schema)} CHARACTER SET utf8mb4")
    mark = f"{mysql.quoted(schema)}.{MARK}"
    columns = "instance VARCHAR(100) NOT NULL, run BIGINT NOT NULL, made_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP"
    mysql.run(admin, f"CREATE TABLE {mark} ({columns})")
    mysql.run(admin, f"INSERT INTO {mark} (instance, run) VALUES (%s, %s)", [owner.instance, owner.run])  # noqa: S608


def exists(admin: mysql.Connection, schema: str) -> bool:
    return bool(mysql.rows(admin, "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = %s", [schema]))


def owner_of(admin: mysql.Connection, schema: str) -> Owner | None:
    """Whose mark the schema bears, None where it bears none."""
    marked = "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s AND TABLE_NAME = %s"
    if not mysql.rows(admin, marked, [schema, MARK]):
        return None
    found = mysql.rows(admin, f"SELECT instance, run FROM {mysql.quoted(schema)}.{MARK}")  # noqa: S608
    return Owner(*found[0]) if len(found) == 1 else None


def _make_account(admin: mysql.Connection, target: Target, password: str) -> None:
    account = _account(target, _host_seen(admin))
    mysql.run(admin, f"DROP USER IF EXISTS {account}")
    mysql.run(admin, f"CREATE USER {account} IDENTIFIED BY %s", [password])
    try:
        mysql.run(admin, f"GRANT ALL PRIVILEGES ON {_pattern(target.schema)}.* TO {account}")
    except mysql.Error as error:
        if mysql.error_code(error) not in DENIED:
            raise
        # An admin account with rights on `benchlab\_%` may not grant on an escaped name, because the server compares
        # the escaped text with that pattern. Unescaped, `_` also stands for one other character: still ours alone,
        # since every schema of benchlab begins the same way.
        mysql.run(admin, f"GRANT ALL PRIVILEGES ON {mysql.quoted(target.schema)}.* TO {account}")


def _pattern(schema: str) -> str:
    """GRANT reads a schema's name as a pattern."""
    return mysql.quoted(re.sub(r"([_%])", r"\\\1", schema))


def _account(target: Target, host: str) -> str:
    return f"{_literal(target.account)}@{_literal(host)}"


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def _host_seen(admin: mysql.Connection) -> str:
    """This machine as the server names it: an anonymous ''@'localhost' would take precedence over ``'...'@'%'``."""
    return str(mysql.rows(admin, "SELECT USER()")[0][0]).rpartition("@")[2]


def close(admin: mysql.Connection, target: Target) -> None:
    """End the account's threads and drop it; nothing happens where it is gone. Raises ``mysql.Error``."""
    if not target.account:
        return
    kill(admin, target)
    for host in _hosts_of(admin, target):
        mysql.run(admin, f"DROP USER IF EXISTS {_account(target, host)}")
    # A client may have come in between.
    kill(admin, target)


def _hosts_of(admin: mysql.Connection, target: Target) -> list[str]:
    try:
        hosts = mysql.rows(admin, "SELECT Host FROM mysql.user WHERE User = %s", [target.account])
    except mysql.Error as error:
        if mysql.error_code(error) not in DENIED:
            raise
        return [_host_seen(admin)]
    return [str(host) for (host,) in hosts]


def kill(admin: mysql.Connection, target: Target) -> None:
    for thread in threads(admin, target):
        try:
            mysql.run(admin, f"KILL {thread}")
        except mysql.Error as error:
            if mysql.error_code(error) != NO_SUCH_THREAD:
                raise


def threads(admin: mysql.Connection, target: Target) -> list[int]:
    """The run's threads still on the server, those that are rolling back included."""
    own = admin.thread_id()
    # information_schema.PROCESSLIST is on its way out of MySQL; this statement is the same everywhere.
    return [
        int(row[0]) for row in mysql.rows(admin, "SHOW PROCESSLIST") if int(row[0]) != own and _is_of_run(row, target)
    ]


def _is_of_run(row: tuple[object, ...], target: Target) -> bool:
    _, user, _, schema, *_ = row
    return user == target.account if target.account else schema == target.schema


def drop_schema(admin: mysql.Connection, schema: str, instance: str) -> None:
    """Drop the schema if this installation made it; nothing happens where it is gone. Raises ``ForeignSchemaError``."""
    if not exists(admin, schema):
        return
    owner = owner_of(admin, schema)
    if owner is None or owner.instance != instance:
        raise ForeignSchemaError(
            f"The schema {schema} does not bear this installation's mark in {MARK}; it was not dropped."
        )
    mysql.run(admin, f"DROP DATABASE {mysql.quoted(schema)}")
