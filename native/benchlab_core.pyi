"""The compiled load core: many clients in one thread, on the bare socket. Times are time.monotonic_ns()'s."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

def prepare(descriptor: int, sql: bytes, timeout_ms: int) -> tuple[int, int, str]:
    """Prepare a statement on an idle connection: an error's code or 0, the statement's id, the error's text."""

def load(descriptor: int, statement: bytes, name: str, rows: Iterator[bytes]) -> tuple[int, str]:
    """Execute LOAD DATA LOCAL on an idle, unencrypted connection: an error's code or 0, and the server's text.

    A server that asks for anything but ``name`` gets nothing (error 2027). What ``rows`` raises breaks the connection,
    so that the server rolls back, and is raised. Without the GIL while it sends and waits.
    """

Part = NDArray[np.int64] | list[bytes] | tuple[NDArray[np.object_], NDArray[np.int64]]

def write_rows(fields: list[tuple[Part, ...]], first: int, end: int) -> bytes:
    """Rows ``first`` up to ``end``, their fields separated by tabs. A field is its parts one after another: numbers,
    texts, or texts by their places in an array. Without the GIL. Raises ValueError, TypeError and IndexError."""

class Loop:
    """Clients, numbered from 0, that repeat transactions on connections which the caller opened.

    Safe to call from any thread; all but ``run`` and ``wait`` return at once.
    """

    def __init__(
        self,
        *,
        transactions: list[list[tuple[int, tuple[bytes, ...], tuple[int, ...]]]],
        clients: int,
        reads: list[bool],
        prepared: bool,
        pacing: int,
        think_ns: int,
        retries: int,
        zero_ns: int,
        hopeless: Sequence[int],
        lost: Sequence[int],
        again: Sequence[int],
    ) -> None:
        """A transaction is a list of statements: its number (-1 for BEGIN and COMMIT), the text between its values, and
        the column of each value. ``reads`` says of each number whether the statement only reads. ``pacing``: 0 closed
        loop, 1 due times of each client's own, 2 due times that all share. ``zero_ns`` is where seconds are counted
        from. The codes: errors that end the run, that end a connection, after which a transaction is tried again.
        """

    def feed(
        self, client: int, kinds: NDArray[np.int64], columns: list[list[bytes]], dues: NDArray[np.int64] | None
    ) -> int:
        """Append transactions to the work of a client: which each is; of each column an SQL literal for every
        transaction that uses it, in order; due times since the start. The bytes that they take. Raises ValueError."""

    def feed_dues(self, dues: NDArray[np.int64]) -> None: ...
    def exhaust(self, client: int) -> None:
        """There will be no more transactions for it."""

    def attach(self, client: int, descriptor: int, statement_ids: list[int]) -> bool:
        """Give it the socket of an idle, unencrypted connection, also after a loss. False where it needs none."""

    def count_error(self, code: int) -> None: ...
    def set_window(self, start_ns: int, window_ns: int, end_ns: int) -> None: ...
    def run(self) -> None:
        """Run until all clients have ended, or one met an error that ends the run; without the GIL."""

    def stop(self, end_ns: int) -> None:
        """End earlier: what is under way is finished."""

    def wait(self, timeout_s: float) -> tuple[list[int], list[int], bool, bool]:
        """Clients that need more transactions, clients that lost their connection, whether due times are needed, and
        whether the loop is over; at once where there is such news, without the GIL."""

    def collect(self) -> list[dict[str, Any]]:
        """What was counted since the last call, by second and part (0 warm-up, 1 window, 2 drain). A histogram is
        (count, min_ns, max_ns, sum_ns, 64-bit counts of the buckets of benchlab.histogram)."""

    def waiting(self, since_start_ns: int) -> int:
        """Transactions with a due time up to then that are not begun."""

    def begun(self, client: int) -> list[int]:
        """How many of each transaction."""

    @property
    def failure(self) -> tuple[int, str, int, bytes | None] | None:
        """The error that ended the run: its code and text, the statement's number, and its SQL where that was sent.

        Of a system call that failed: errno, the call with the reason, -1 and None.
        """

    @property
    def connected(self) -> int: ...
    @property
    def cpu_s(self) -> float:
        """CPU time of the thread in ``run``."""

    @property
    def last_ns(self) -> int:
        """When the last transaction was acknowledged, 0 where none was."""

    @property
    def unstarted(self) -> int: ...
    @property
    def starved_s(self) -> float:
        """How long clients, added up, waited for transactions or due times."""
