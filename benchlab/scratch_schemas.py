"""Schemas and accounts in which something is tried on a server, and those whose owner died before the end.

A scratch name is the schema's, the account's and that of a lock (GET_LOCK) which the trying connection holds, so that
the server itself knows who is still there. It carries the installation's token: nobody sweeps what another has made.
"""

import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Literal

from benchlab import mysql, mysql_accounts

Purpose = Literal["try", "check"]
PURPOSES: tuple[Purpose, ...] = ("try", "check")
NO_INSTALLATION = "none"

log = logging.getLogger(__name__)


@contextmanager
def name(admin: mysql.Connection, purpose: Purpose, installation: str) -> Iterator[str]:
    """A name that nobody else has, in use for as long as the connection lives."""
    given = f"{_prefix(purpose, installation)}{secrets.token_hex(4)}"
    mysql.rows(admin, "SELECT GET_LOCK(%s, 0)", [given])
    try:
        yield given
    finally:
        # Where the connection is lost, the lock is too.
        with suppress(mysql.Error):
            mysql.rows(admin, "SELECT RELEASE_LOCK(%s)", [given])


def sweep(admin: mysql.Connection, installation: str) -> list[str]:
    """Drop what dead owners of this installation have left; the names. Raises ``mysql.Error`` where it is lost."""
    return [left for left in _left_behind(admin, installation) if _drop(admin, left)]


def _prefix(purpose: Purpose, installation: str) -> str:
    return f"benchlab_{purpose}_{installation}_"


def _left_behind(admin: mysql.Connection, installation: str) -> list[str]:
    prefixes = tuple(_prefix(purpose, installation) for purpose in PURPOSES)
    found = {*_names(admin, _SCHEMAS_SQL), *_names(admin, _USERS_SQL)}
    return [each for each in sorted(found) if each.startswith(prefixes) and not _is_in_use(admin, each)]


def _names(admin: mysql.Connection, sql: str) -> list[str]:
    """None where the account may not look."""
    try:
        return [str(name) for (name,) in mysql.rows(admin, sql)]
    except mysql.Error as error:
        if mysql.error_code(error) not in mysql_accounts.DENIED:
            raise
        return []


def _is_in_use(admin: mysql.Connection, name: str) -> bool:
    return mysql.rows(admin, "SELECT IS_USED_LOCK(%s)", [name])[0][0] is not None


def _drop(admin: mysql.Connection, name: str) -> bool:
    """Its statements may go on although who sent them is dead. False where the server does not let us."""
    try:
        mysql_accounts.kill(admin, mysql_accounts.threads(admin, lambda session: name in session[1:4]))
        mysql_accounts.drop(admin, name)
        mysql.run(admin, f"DROP DATABASE IF EXISTS {mysql.quoted(name)}")
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        log.warning("%s stays on the server: %s", name, mysql.error_text(error))
        return False
    return True


_SCHEMAS_SQL = "SELECT SCHEMA_NAME FROM information_schema.SCHEMATA"
_USERS_SQL = "SELECT DISTINCT User FROM mysql.user"
