"""Loads through the handler of LOAD DATA LOCAL: what gets in, what does not get out."""

import socket
import threading
from collections.abc import Iterator

import pytest

from benchlab import mysql
from benchlab.engine.generator import compiled_core, local_infile

TABLE = "CREATE TABLE loaded (id INT PRIMARY KEY, word VARCHAR(10)) ENGINE=InnoDB"
INTO = "INTO TABLE loaded CHARACTER SET utf8mb4"


@pytest.fixture(autouse=True)
def table(any_server: mysql.Address, schema: str) -> None:
    with mysql.connected(any_server, database=schema) as connection:
        mysql.run(connection, TABLE)


@pytest.fixture(params=["core", "library"], autouse=True)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library sends where connections are encrypted, or the core could not be built."""
    if request.param == "library":
        monkeypatch.setattr(compiled_core, "is_built", lambda: False)


def rows_in(address: mysql.Address, schema: str) -> int:
    with mysql.connected(address, database=schema) as connection:
        return int(mysql.rows(connection, "SELECT COUNT(*) FROM loaded")[0][0])


def test_rows_in_memory_become_rows_of_the_table(any_server, schema):
    block = b"".join(b"%d\tword\n" % number for number in range(50_000))

    with local_infile.connected(any_server, database=schema) as loader:
        receipt = loader.load(INTO, iter([block[:123_457], block[123_457:]]))

    assert receipt == local_infile.Receipt(records=50_000, deleted=0, skipped=0, warnings=0)
    assert rows_in(any_server, schema) == 50_000


def test_skipped_rows_and_their_warnings_are_told(any_server, schema):
    with local_infile.connected(any_server, database=schema) as loader:
        receipt = loader.load(INTO, iter([b"1\ta\n1\tb\n2\tc\n"]))
        warnings = loader.warnings()

    assert (receipt.records, receipt.skipped, receipt.warnings) == (3, 1, 1)
    assert "Duplicate entry '1'" in warnings[0]


def test_a_stream_that_breaks_leaves_nothing_behind(any_server, schema):
    def broken() -> Iterator[bytes]:
        yield b"".join(b"%d\tword\n" % number for number in range(20_000))
        raise RuntimeError("the rows ran out")

    with local_infile.connected(any_server, database=schema) as loader, pytest.raises(RuntimeError, match="ran out"):
        loader.load(INTO, broken())

    assert rows_in(any_server, schema) == 0


def test_an_error_of_the_server_is_raised_with_its_code(any_server, schema):
    with local_infile.connected(any_server, database=schema) as loader, pytest.raises(mysql.Error) as raised:
        loader.load("INTO TABLE missing", iter([b"1\ta\n"]))

    assert mysql.error_code(raised.value) == 1146


def test_only_the_name_that_was_offered_is_answered(any_server, schema):
    with local_infile.connected(any_server, database=schema) as loader, pytest.raises(mysql.Error, match="not offered"):
        loader.run("LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE loaded")

    assert rows_in(any_server, schema) == 0


def test_a_hostile_server_gets_no_file():
    hostile = HostileServer()

    with (
        local_infile.connected(mysql.Address(port=hostile.port, user="anyone"), database="") as loader,
        pytest.raises(mysql.Error, match="not offered: /etc/passwd"),
    ):
        loader.load(INTO, iter([b"1\ta\n"]))

    assert hostile.received_file() == b""


class HostileServer(threading.Thread):
    """Speaks just enough of the protocol to accept anybody and to answer the first query by asking for /etc/passwd."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = self._listening.getsockname()[1]
        self._file = b""
        self.start()

    def run(self) -> None:
        connection, _ = self._listening.accept()
        with connection, connection.makefile("rwb") as stream:
            self._send(stream, 0, GREETING)
            self._receive(stream)
            self._send(stream, 2, OK)
            self._receive(stream)
            self._send(stream, 1, b"\xfb/etc/passwd")
            self._file = self._receive(stream)
            self._send(stream, 3, OK)

    def received_file(self) -> bytes:
        self.join(5)
        return self._file

    @staticmethod
    def _send(stream, number: int, payload: bytes) -> None:
        stream.write(len(payload).to_bytes(3, "little") + bytes([number]) + payload)
        stream.flush()

    @staticmethod
    def _receive(stream) -> bytes:
        header = stream.read(4)
        return stream.read(int.from_bytes(header[:3], "little"))


SECURE, PLUGIN_AUTH, LOCAL_FILES, PROTOCOL_41 = 0x8000, 0x80000, 0x80, 0x200
CAPABILITIES = SECURE | PLUGIN_AUTH | LOCAL_FILES | PROTOCOL_41
GREETING = (
    b"\x0a8.0.0\0"
    + (1).to_bytes(4, "little")
    + b"saltsalt\0"
    + (CAPABILITIES & 0xFFFF).to_bytes(2, "little")
    + b"\x21\x02\x00"
    + (CAPABILITIES >> 16).to_bytes(2, "little")
    + b"\x15"
    + bytes(10)
    + b"saltsaltsalt\0"
    + b"mysql_native_password\0"
)
OK = b"\x00\x00\x00\x02\x00\x00\x00"
