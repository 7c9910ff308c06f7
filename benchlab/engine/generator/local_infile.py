"""LOAD DATA LOCAL from rows in memory: no file on disk, and no file of this machine within the server's reach.

In this protocol the server names the file that the client sends. The handlers set here answer for one name only, which
benchlab put into its statement; whatever else a server asks for is refused. mysqlclient can not set them, hence ctypes
on libmariadb.
"""

import ctypes
import ctypes.util
import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any, Self

from benchlab import mysql
from benchlab.engine.generator import compiled_core

CONNECT_TIMEOUT, CHARSET_NAME, LOCAL_INFILE, SSL_VERIFY_SERVER_CERT, SSL_ENFORCE = 0, 7, 8, 21, 38
"""Members of libmariadb's enum mysql_option."""
UNKNOWN_ERROR = 2000
PIPE_BYTES = 2**20
SHUT_RDWR = 2

INIT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_void_p), ctypes.c_char_p, ctypes.c_void_p)
READ = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint)
END = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
ERROR = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_uint)


@dataclass(frozen=True)
class Receipt:
    """What the server says it did with a load; None where it said nothing that can be read."""

    records: int | None
    deleted: int
    skipped: int
    warnings: int

    @classmethod
    def parse(cls, said: str) -> Self:
        """``Records: 3  Deleted: 0  Skipped: 1  Warnings: 1``, in whatever language the server speaks."""
        numbers = [int(part) for part in said.replace(":", " ").split() if part.isdigit()]
        return cls(*numbers) if len(numbers) == 4 else cls(None, 0, 0, 0)


class Loader:
    """A connection that can do nothing but loads."""

    def __init__(self, address: mysql.Address, *, database: str) -> None:
        self._library = _library()
        self._handle = self._library.mysql_init(None)
        self._pipe: int | None = None
        """Where the library reads the rows; None while no load is under way."""
        self._failure: BaseException | None = None
        self._refusal = b""
        self.name = f"benchlab-{secrets.token_hex(16)}"
        self._connect(address, database)

    def _connect(self, address: mysql.Address, database: str) -> None:
        timeout, yes, no = ctypes.c_uint(mysql.CONNECT_TIMEOUT_S), ctypes.c_uint(1), ctypes.c_byte(0)
        self._option(CONNECT_TIMEOUT, ctypes.byref(timeout))
        self._option(CHARSET_NAME, b"utf8mb4")
        self._option(SSL_ENFORCE, ctypes.byref(ctypes.c_byte(address.tls)))
        self._option(SSL_VERIFY_SERVER_CERT, ctypes.byref(no))
        self._option(LOCAL_INFILE, ctypes.byref(yes))
        # Before the first byte is exchanged: the library's own handlers would open any file.
        self._handlers = INIT(self._init), _read(), END(lambda _: None), ERROR(self._explain)
        self._library.mysql_set_local_infile_handler(self._handle, *self._handlers, None)
        place = (None, 0, address.socket.encode()) if address.socket else (address.host.encode(), address.port, None)
        host, port, socket = place
        names = address.user.encode(), address.password.encode(), database.encode()
        if not self._library.mysql_real_connect(self._handle, host, *names, port, socket, 0):
            self._raise()

    def _option(self, option: int, value: Any) -> None:
        self._library.mysql_options(self._handle, option, value)

    def load(self, into: str, rows: Iterator[bytes]) -> Receipt:
        """Stream ``rows`` into ``LOAD DATA LOCAL ... {into}``. Raises ``mysql.Error``, or what they raise."""
        statement = f"LOAD DATA LOCAL INFILE '{self.name}' {into}"
        said = self._sent_by_the_core(statement, rows) if self._is_for_the_core else self._piped(statement, rows)
        return Receipt.parse(said)

    @property
    def _is_for_the_core(self) -> bool:
        return compiled_core.is_built() and not self._library.mysql_get_ssl_cipher(self._handle)

    def _sent_by_the_core(self, statement: str, rows: Iterator[bytes]) -> str:
        """On the bare socket: the library would send 4 KB at a time."""
        import benchlab_core

        descriptor = self._library.mysql_get_socket(self._handle)
        code, said = benchlab_core.load(descriptor, statement.encode(), self.name, rows)
        if code:
            raise mysql.Error(code, said)
        return said

    def _piped(self, statement: str, rows: Iterator[bytes]) -> str:
        """By the library, which reads a pipe of this process."""
        self._failure, self._refusal = None, b""
        self._pipe, end = os.pipe()
        with suppress(PermissionError):  # One who has many pipes may have small ones only.
            fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        feeder = Thread(target=self._feed, args=(rows, end), name="feeder", daemon=True)
        feeder.start()
        try:
            self.run(statement)
        finally:
            # A feeder that is still writing gets an error: the server wanted no more.
            os.close(self._pipe)
            self._pipe = None
            feeder.join()
            if self._failure:
                raise self._failure
        return (self._library.mysql_info(self._handle) or b"").decode(errors="replace")

    def _feed(self, rows: Iterator[bytes], end: int) -> None:
        """Beside the library's own thread, which sends while this one makes the next rows."""
        try:
            for text in rows:
                block = memoryview(text)
                while block:
                    block = block[os.write(end, block) :]
        except BrokenPipeError:
            pass
        except BaseException as failure:
            self._break_off(failure)
        finally:
            os.close(end)

    def _break_off(self, failure: BaseException) -> None:
        # A pipe that is closed ends the stream in order, and the server would commit half a load. A connection that
        # breaks before makes it roll back.
        self._failure = failure
        ctypes.CDLL(None).shutdown(self._library.mysql_get_socket(self._handle), SHUT_RDWR)

    def run(self, sql: str) -> None:
        statement = sql.encode()
        if self._library.mysql_real_query(self._handle, statement, len(statement)):
            self._raise()

    def warnings(self) -> list[str]:
        """The first few that the last statement left."""
        self.run("SHOW WARNINGS LIMIT 3")
        result = self._library.mysql_store_result(self._handle)
        texts = []
        while row := self._library.mysql_fetch_row(result):
            texts.append(row[2].decode(errors="replace"))
        self._library.mysql_free_result(result)
        return texts

    @property
    def thread_id(self) -> int:
        return int(self._library.mysql_thread_id(self._handle))

    def close(self) -> None:
        if self._handle:
            self._library.mysql_close(self._handle)
            self._handle = None

    def _raise(self) -> None:
        code, text = self._library.mysql_errno(self._handle), self._library.mysql_error(self._handle)
        raise mysql.Error(int(code), text.decode(errors="replace"))

    # What follows is called by the library. An exception can not pass through C: it is kept, and raised by load().

    def _init(self, state: Any, name: bytes, _argument: Any) -> int:
        if self._pipe is not None and name == self.name.encode():
            state[0] = self._pipe
            return 0
        self._refusal = b"The server asked for a file that it was not offered: " + name[:200]
        return 1

    def _explain(self, _state: Any, buffer: Any, size: int) -> int:
        text = self._refusal[: size - 1] + b"\0"
        ctypes.memmove(buffer, text, len(text))
        return UNKNOWN_ERROR


@contextmanager
def connected(address: mysql.Address, *, database: str) -> Iterator[Loader]:
    loader = Loader(address, database=database)
    try:
        yield loader
    finally:
        loader.close()


def _read() -> Any:
    """The C library's own read(), whose first argument is then the pipe that INIT left as the library's state.

    The library asks for 4 KB at a time. Answered from Python, each time would wait for the thread that makes rows to
    let go of the interpreter.
    """
    return ctypes.cast(ctypes.CDLL(None).read, READ)


@cache
def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(_path())
    for name, result, arguments in SIGNATURES:
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _path() -> str:
    """The library that mysqlclient brought into this process, else one that the system finds."""
    mapped = (line.split(maxsplit=5)[-1].strip() for line in Path("/proc/self/maps").read_text().splitlines())
    found = next((path for path in mapped if Path(path).name.startswith("libmariadb.so")), None)
    return found or ctypes.util.find_library("mariadb") or "libmariadb.so.3"


_HANDLE, _TEXT, _SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_ulong
SIGNATURES: list[tuple[str, Any, list[Any]]] = [
    ("mysql_init", _HANDLE, [_HANDLE]),
    ("mysql_options", ctypes.c_int, [_HANDLE, ctypes.c_int, ctypes.c_void_p]),
    ("mysql_set_local_infile_handler", None, [_HANDLE, INIT, READ, END, ERROR, ctypes.c_void_p]),
    (
        "mysql_real_connect",
        _HANDLE,
        [_HANDLE, _TEXT, _TEXT, _TEXT, _TEXT, ctypes.c_uint, _TEXT, _SIZE],
    ),
    ("mysql_real_query", ctypes.c_int, [_HANDLE, _TEXT, _SIZE]),
    ("mysql_info", _TEXT, [_HANDLE]),
    ("mysql_errno", ctypes.c_uint, [_HANDLE]),
    ("mysql_error", _TEXT, [_HANDLE]),
    ("mysql_thread_id", _SIZE, [_HANDLE]),
    ("mysql_get_socket", ctypes.c_int, [_HANDLE]),
    ("mysql_get_ssl_cipher", _TEXT, [_HANDLE]),
    ("mysql_store_result", _HANDLE, [_HANDLE]),
    ("mysql_fetch_row", ctypes.POINTER(_TEXT), [_HANDLE]),
    ("mysql_free_result", None, [_HANDLE]),
    ("mysql_close", None, [_HANDLE]),
]
