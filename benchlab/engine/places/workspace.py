"""The workspace of a run: a schema that benchlab made and marked, and an account with rights on that schema alone."""

import secrets
from dataclasses import dataclass, replace

from benchlab import mysql, mysql_accounts
from benchlab.definitions.plan.plan import OWNER_TABLE, Target


@dataclass(frozen=True)
class Owner:
    """Whose a workspace is: the installation of benchlab, and its run."""

    instance: str
    run: int


class ForeignSchemaError(Exception):
    """A schema is neither created nor dropped, because it does not have our mark."""


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
                f"The schema {schema} exists and is not this run's: it does not have this run's mark in {OWNER_TABLE}. "
                "benchlab does not touch it; drop or rename it, then launch again."
            )
        mysql.run(admin, f"DROP DATABASE {mysql.quoted(schema)}")
    mysql.run(admin, f"CREATE DATABASE {mysql.quoted(schema)} CHARACTER SET utf8mb4")
    mark = f"{mysql.quoted(schema)}.{OWNER_TABLE}"
    columns = "instance VARCHAR(100) NOT NULL, run BIGINT NOT NULL, made_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP"
    mysql.run(admin, f"CREATE TABLE {mark} ({columns})")
    mysql.run(admin, f"INSERT INTO {mark} (instance, run) VALUES (%s, %s)", [owner.instance, owner.run])  # noqa: S608


def exists(admin: mysql.Connection, schema: str) -> bool:
    return bool(mysql.rows(admin, "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = %s", [schema]))


def owner_of(admin: mysql.Connection, schema: str) -> Owner | None:
    """The owner that the schema's mark names, None without a mark."""
    marked = "SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s AND TABLE_NAME = %s"
    if not mysql.rows(admin, marked, [schema, OWNER_TABLE]):
        return None
    found = mysql.rows(admin, f"SELECT instance, run FROM {mysql.quoted(schema)}.{OWNER_TABLE}")  # noqa: S608
    return Owner(*found[0]) if len(found) == 1 else None


def _make_account(admin: mysql.Connection, target: Target, password: str) -> None:
    account = mysql_accounts.quoted(target.account, mysql_accounts.host_seen(admin))
    mysql.run(admin, f"DROP USER IF EXISTS {account}")
    mysql.run(admin, f"CREATE USER {account} IDENTIFIED BY %s", [password])
    try:
        mysql.run(admin, f"GRANT ALL PRIVILEGES ON {mysql.granted_schema(target.schema)}.* TO {account}")
    except mysql.Error as error:
        if mysql.error_code(error) not in mysql_accounts.DENIED:
            raise
        # An admin account with rights on `benchlab\_%` may not grant on an escaped name, because the server compares
        # the escaped text with that pattern. Unescaped, `_` also matches one other character: still ours alone,
        # since every schema of benchlab begins the same way.
        mysql.run(admin, f"GRANT ALL PRIVILEGES ON {mysql.quoted(target.schema)}.* TO {account}")


def close(admin: mysql.Connection, target: Target) -> None:
    """End the account's threads and drop it, if it exists. Raises ``mysql.Error``."""
    if not target.account:
        return
    kill(admin, target)
    mysql_accounts.drop(admin, target.account)
    # A client may have connected in between.
    kill(admin, target)


def kill(admin: mysql.Connection, target: Target) -> None:
    mysql_accounts.kill(admin, threads(admin, target))


def threads(admin: mysql.Connection, target: Target) -> list[int]:
    """The run's threads still on the server, those that are rolling back included."""
    return mysql_accounts.threads(admin, lambda session: _is_of_run(session, target))


def _is_of_run(session: mysql_accounts.Session, target: Target) -> bool:
    _, user, _, schema, *_ = session
    return user == target.account if target.account else schema == target.schema


def drop_schema(admin: mysql.Connection, schema: str, instance: str) -> None:
    """Drop the schema, if it exists and this installation made it. Raises ``ForeignSchemaError``."""
    if not exists(admin, schema):
        return
    owner = owner_of(admin, schema)
    if owner is None or owner.instance != instance:
        raise ForeignSchemaError(
            f"The schema {schema} does not have this installation's mark in {OWNER_TABLE}; it was not dropped."
        )
    mysql.run(admin, f"DROP DATABASE {mysql.quoted(schema)}")
