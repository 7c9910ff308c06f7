"""Accounts on a server, and the threads that act as one of them."""

from collections.abc import Callable, Iterable

from benchlab import mysql

NO_SUCH_THREAD = 1094
DENIED = frozenset({1044, 1142, 1227})

Session = tuple[object, ...]
"""A row of SHOW PROCESSLIST: number, user, host, schema, ..."""


def quoted(user: str, host: str) -> str:
    return f"{_literal(user)}@{_literal(host)}"


def _literal(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"


def host_seen(admin: mysql.Connection) -> str:
    """This machine as the server names it: an anonymous ''@'localhost' would take precedence over ``'...'@'%'``."""
    return str(mysql.rows(admin, "SELECT USER()")[0][0]).rpartition("@")[2]


def drop(admin: mysql.Connection, user: str) -> None:
    """Drop the account on every host; nothing happens where it is gone. Raises ``mysql.Error``."""
    for host in _hosts_of(admin, user):
        mysql.run(admin, f"DROP USER IF EXISTS {quoted(user, host)}")


def _hosts_of(admin: mysql.Connection, user: str) -> list[str]:
    try:
        hosts = mysql.rows(admin, "SELECT Host FROM mysql.user WHERE User = %s", [user])
    except mysql.Error as error:
        if mysql.error_code(error) not in DENIED:
            raise
        return [host_seen(admin)]
    return [str(host) for (host,) in hosts]


def threads(admin: mysql.Connection, belongs: Callable[[Session], bool]) -> list[int]:
    """The numbers of the sessions that belong, but for our own; those that are rolling back are among them."""
    own = admin.thread_id()
    # information_schema.PROCESSLIST is on its way out of MySQL; this statement is the same everywhere.
    sessions = mysql.rows(admin, "SHOW PROCESSLIST")
    return [int(session[0]) for session in sessions if int(session[0]) != own and belongs(session)]


def kill(admin: mysql.Connection, numbers: Iterable[int]) -> None:
    """End these threads; nothing happens where one is gone. Raises ``mysql.Error``."""
    for number in numbers:
        try:
            mysql.run(admin, f"KILL {number}")
        except mysql.Error as error:
            if mysql.error_code(error) != NO_SUCH_THREAD:
                raise
