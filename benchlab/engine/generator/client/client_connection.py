"""One client's connection: sends statements, reads their answers, reconnects."""

import re
from collections.abc import Callable
from typing import Literal

from benchlab import mysql
from benchlab.engine.places import sessions

Answer = Literal["nothing", "rows", "anything"]

WRITES = re.compile(r"(?:INSERT|UPDATE|DELETE|REPLACE|BEGIN|COMMIT)\b", re.IGNORECASE)
READS = re.compile(r"(?:SELECT|SHOW|TABLE|VALUES)\b", re.IGNORECASE)
RETURNING = re.compile(r"\bRETURNING\b", re.IGNORECASE)
COMMENTS = re.compile(r"\s+|/\*(?!!).*?\*/|--\s[^\n]*\n|#[^\n]*\n", re.DOTALL)


def answer_of(sql: str) -> Answer:
    """What a statement answers with, judged by its first word."""
    start = 0
    while comment := COMMENTS.match(sql, start):
        start = comment.end()
    if WRITES.match(sql, start) and not RETURNING.search(sql):
        return "nothing"
    # SELECT ... INTO answers with nothing.
    if READS.match(sql, start) and not re.search(r"\bINTO\b", sql, re.IGNORECASE):
        return "rows"
    return "anything"


class ClientConnection:
    """The calls of the measured path are kept as attributes; they change with every reconnect."""

    query: Callable[[bytes], None]
    """Send a statement and wait for its answer."""
    settle: dict[Answer, Callable[[], int]]
    """By kind of answer: reads all of it and returns how many rows were written or read."""

    def __init__(self, account: mysql.Address, schema: str) -> None:
        self._account = account
        self._schema = schema
        self._raw: mysql.RawConnection | None = None

    @property
    def is_open(self) -> bool:
        return self._raw is not None

    def open(self) -> None:
        """Raises ``mysql.Error``."""
        raw = self._raw = sessions.opened_raw(self._account, self._schema)
        self.query = raw.query
        self.settle = {
            "nothing": raw.affected_rows,
            "rows": lambda: _read(raw),
            "anything": lambda: _read_everything(raw),
        }

    @property
    def capabilities(self) -> int:
        """What the client library and the server agreed upon, while it is open."""
        return int(self._raw.client_flag) if self._raw else 0

    def fileno(self) -> int:
        """Of its socket, while it is open."""
        return int(self._raw.fileno()) if self._raw else -1

    def close(self) -> None:
        raw, self._raw = self._raw, None
        if raw:
            try:
                raw.close()
            except mysql.Error:
                return


def _read(raw: mysql.RawConnection) -> int:
    raw.store_result()
    rows: int = raw.affected_rows()
    return rows


def _read_everything(raw: mysql.RawConnection) -> int:
    rows: int = 0
    while True:
        raw.store_result()
        # -1 means rows that were not stored.
        rows += max(int(raw.affected_rows()), 0)
        if raw.next_result() != 0:
            return rows
