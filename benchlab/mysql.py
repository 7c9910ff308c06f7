"""Connections to MySQL and MariaDB: the one module that imports MySQLdb."""

import errno
import os
import re
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias, TypeVar

import MySQLdb
from MySQLdb import _mysql
from MySQLdb.connections import Connection as Connection
from MySQLdb.cursors import Cursor as Cursor

Error = MySQLdb.Error
RawConnection: TypeAlias = _mysql.connection
C = TypeVar("C", bound=RawConnection)

CONNECT_TIMEOUT_S = 5
LOST_CODES = frozenset({2002, 2003, 2006, 2013, 2055, 1053, 1077, 1927, 4031})
"""The connection is gone or could not be had: a reconnect may help, and a statement under way is in doubt."""

NO_TLS = 2026
DOWN_CODES = frozenset({2002, 2003, 2005})


@dataclass(frozen=True)
class Address:
    """Where a server is and who to be there. The password never shows in a repr, a log or a plan."""

    host: str = "127.0.0.1"
    port: int = 3306
    user: str = ""
    password: str = field(default="", repr=False)
    socket: str = ""
    """Path of a Unix socket; where set, host and port are for people only."""
    tls: bool = False

    def options(self) -> dict[str, Any]:
        """What MySQLdb's connect takes."""
        place = {"unix_socket": self.socket} if self.socket else {"host": self.host, "port": self.port}
        return {
            **place,
            "user": self.user,
            "password": self.password,
            "connect_timeout": CONNECT_TIMEOUT_S,
            "ssl_mode": "REQUIRED" if self.tls else "PREFERRED",
            # A hostile server must not be able to ask for a file: LOAD DATA LOCAL has its own door, engine.infile.
            "local_infile": 0,
        }


def connect(
    address: Address, *, database: str = "", read_timeout_s: int | None = None, lock_wait_s: int | None = None
) -> Connection:
    """A connection in autocommit, utf8mb4, for everything but the measured path. Raises ``Error``.

    ``lock_wait_s`` is how long DDL waits for somebody's open transaction or global lock: by default a day, or a year.
    """
    timeout = {"read_timeout": read_timeout_s} if read_timeout_s else {}
    connection = MySQLdb.connect(**address.options(), database=database, charset="utf8mb4", autocommit=True, **timeout)
    _in_secret(connection, address)
    if lock_wait_s:
        run(connection, "SET SESSION lock_wait_timeout = %s", [lock_wait_s])
    return connection


def connect_raw(address: Address, *, database: str = "", **options: Any) -> RawConnection:
    """The low-level connection of the measured path: bytes in, no cursors. Raises ``Error``."""
    connection: RawConnection = _mysql.connect(**address.options(), database=database, **options)
    _in_secret(connection, address).query(b"SET NAMES utf8mb4, autocommit = 1")
    return connection


def _in_secret(connection: C, address: Address) -> C:
    """MariaDB's client library goes on in the clear, TLS required or not, where the server offers none."""
    if address.tls and not _is_encrypted(connection):
        connection.close()
        raise Error(NO_TLS, "TLS is required, but the server does not support it")
    return connection


def _is_encrypted(connection: RawConnection) -> bool:
    _mysql.connection.query(connection, b"SHOW SESSION STATUS LIKE 'Ssl_cipher'")
    return any(cipher for _, cipher in _mysql.connection.store_result(connection).fetch_row(0))


@contextmanager
def connected(
    address: Address, *, database: str = "", read_timeout_s: int | None = None, lock_wait_s: int | None = None
) -> Iterator[Connection]:
    connection = connect(address, database=database, read_timeout_s=read_timeout_s, lock_wait_s=lock_wait_s)
    try:
        yield connection
    finally:
        connection.close()


@contextmanager
def severable(connection: RawConnection) -> Iterator[Callable[[], None]]:
    """What breaks it off under another thread that waits for an answer: that one gets an ``Error``."""
    # Asked for now: while another thread uses the connection it tells nobody anything.
    with socket.socket(fileno=os.dup(connection.fileno())) as line:
        yield partial(line.shutdown, socket.SHUT_RDWR)


def rows(connection: Connection, sql: str, arguments: Sequence[Any] | None = None) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, arguments)
        return list(cursor.fetchall())


def run(connection: Connection, sql: str, arguments: Sequence[Any] | None = None) -> int:
    """Execute a statement whose rows nobody wants; how many rows it affected."""
    with connection.cursor() as cursor:
        return int(cursor.execute(sql, arguments))


def quoted(identifier: str) -> str:
    return "`" + identifier.replace("`", "``") + "`"


def granted_schema(schema: str) -> str:
    """A schema as GRANT takes it, where an unescaped ``_`` or ``%`` would stand for other schemas too."""
    return quoted(schema.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%"))


def error_code(error: Exception) -> int:
    """The server's or client library's error number, 0 where there is none."""
    return error.args[0] if error.args and isinstance(error.args[0], int) else 0


def is_down(error: Exception) -> bool:
    """Whether nobody listens there or the place is out of reach; every other error comes of a server that lives."""
    # A server that stands still lets its socket's queue fill up; the client library calls that 2002 too.
    busy = re.search(rf"\({errno.EAGAIN}\b", error_text(error))
    return error_code(error) in DOWN_CODES and not busy


def error_text(error: Exception) -> str:
    return str(error.args[1]) if len(error.args) > 1 else str(error)
