"""A server that says what a test wants: the other end of a client's socket."""

import socket
import struct
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

benchlab_core: Any = pytest.importorskip("benchlab_core", reason="the compiled core could not be built here")

OK = b"\x00\x01\x00\x02\x00\x00\x00"
EOF = b"\xfe\x00\x00\x02\x00"
MORE = b"\xfe\x00\x00\x0a\x00"
OK_AND_MORE = b"\x00\x01\x00\x0a\x00\x00\x00"
COLUMN = b"\x03def" + b"\x00" * 20
FRAGMENT = 0xFFFFFF
NS = 1_000_000_000
PAUSE_S = 0.001

HANG_UP = None
Pieces = Iterable[bytes | None]
"""Sent one after the other, with a pause in between; HANG_UP ends the connection."""


def packet(payload: bytes, number: int = 1) -> bytes:
    return len(payload).to_bytes(3, "little") + bytes([number]) + payload


def packets(*payloads: bytes) -> bytes:
    return b"".join(packet(payload, number % 256) for number, payload in enumerate(payloads, 1))


def error(code: int, text: str = "no") -> bytes:
    return b"\xff" + struct.pack("<H", code) + b"#HY000" + text.encode()


def result(*rows: bytes, columns: int = 1, end: bytes = EOF) -> list[bytes]:
    return [bytes([columns]), *[COLUMN] * columns, EOF, *rows, end]


@dataclass
class Heard:
    """What a fake server was sent: payloads, and when."""

    commands: list[bytes] = field(default_factory=list)
    at_ns: list[int] = field(default_factory=list)


def serve(connection: socket.socket, answer: Callable[[bytes], Pieces], heard: Heard) -> None:
    with connection, suppress(OSError):
        while (command := _command(connection)) is not None:
            heard.at_ns.append(time.monotonic_ns())
            heard.commands.append(command)
            for number, piece in enumerate(answer(command)):
                if piece is HANG_UP:
                    return
                time.sleep(PAUSE_S * bool(number))
                connection.sendall(piece)


def _command(connection: socket.socket) -> bytes | None:
    payload = b""
    while True:
        head = _exactly(connection, 4)
        if head is None:
            return None
        length = int.from_bytes(head[:3], "little")
        part = _exactly(connection, length) or b""
        payload += part
        if length < FRAGMENT:
            return payload


def _exactly(connection: socket.socket, count: int) -> bytes | None:
    received = bytearray()
    while len(received) < count:
        part = connection.recv(min(count - len(received), 1 << 20))
        if not part:
            return None
        received += part
    return bytes(received)


@contextmanager
def serving(answer: Callable[[bytes], Pieces]) -> Iterator[tuple[int, Heard]]:
    """A client's descriptor, at whose other end somebody answers."""
    ours, theirs = socket.socketpair()
    heard = Heard()
    threading.Thread(target=serve, args=(theirs, answer, heard), daemon=True).start()
    yield ours.fileno(), heard
    ours.close()


QUERY = [[(0, (b"SELECT 1",), ())]]
ORDER = [[(-1, (b"BEGIN",), ()), (0, (b"INSERT 1",), ()), (-1, (b"COMMIT",), ())]]


def loop(transactions: list[Any] = QUERY, **changed: Any) -> Any:
    settings = {
        "clients": 1, "reads": [False], "prepared": False, "pacing": 0, "think_ns": 0, "retries": 0,
        "zero_ns": time.monotonic_ns(), "hopeless": [1146], "lost": [1053, 2013], "again": [1213],
    }  # fmt: skip
    return benchlab_core.Loop(transactions=transactions, **{**settings, **changed})


def feed(to: Any, count: int, columns: list[list[bytes]] | None = None, **more: Any) -> None:
    to.feed(more.get("client", 0), np.zeros(count, np.int64), columns or [], more.get("dues"))


def carry_out(made: Any, *, for_s: float = 5.0) -> dict[str, Any]:
    """Run to the end; all tallies added up."""
    start_ns = time.monotonic_ns()
    made.set_window(start_ns, start_ns, start_ns + int(for_s * NS))
    made.run()
    return total(made)


def total(made: Any) -> dict[str, Any]:
    collected = made.collect()
    errors: dict[int, int] = {}
    for tally in collected:
        for code, count in tally["errors"].items():
            errors[code] = errors.get(code, 0) + count
    sums = {name: sum(each[name] for each in collected) for name in ("rows", "in_doubt", "retries", "late")}
    transactions = sum(each["transactions"][0] for each in collected)
    statements = sum(counted[0] for each in collected for counted in each["statements"].values())
    return {"errors": errors, "transactions": transactions, "statements": statements, **sums}
