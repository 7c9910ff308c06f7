"""Layouts: how tables are divided into partitions and subpartitions, and what each holds."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from benchlab import mysql
from benchlab.definitions.plan.plan import OWNER_TABLE

Moment = Literal["start", "during", "end"]

LOCK_WAIT_S = 5
"""A read of the layout waits no longer than this for an ALTER TABLE of others."""


@dataclass(frozen=True)
class TablePart:
    """The smallest part of a table that holds rows.

    ``method`` and ``expression`` name both levels, the outer first: ``RANGE / HASH`` by
    ``month(`sell_date`); `seller` DIV 1000000``. ``description`` is the outer partition's bound. ``data_bytes`` and
    ``index_bytes`` are what the engine says it uses, not the size of files.
    """

    at: Moment
    time_s: float
    table: str
    partition: str | None
    subpartition: str | None
    method: str | None
    expression: str | None
    description: str | None
    rows: int | None
    data_bytes: int | None
    index_bytes: int | None
    exact: bool = False


def read(connection: mysql.Connection, schema: str, *, at: Moment, time_s: float, exact: bool) -> list[dict[str, Any]]:
    """The layout rows of all tables of ``schema``, tables by name and partitions in their own order.

    Rows are the engine's estimates unless ``exact``: then they are counted, which reads all data and warms caches.
    Raises ``mysql.Error``.
    """
    _prepare(connection)
    pieces = [TablePart(at, time_s, *found) for found in mysql.rows(connection, _PIECES_SQL, [schema, schema])]
    if exact:
        pieces = list(_counted(connection, schema, pieces))
    return [asdict(piece) for piece in pieces]


def _prepare(connection: mysql.Connection) -> None:
    mysql.run(connection, f"SET SESSION lock_wait_timeout = {LOCK_WAIT_S}")
    # MySQL answers from what it knew up to a day ago; MariaDB has no such setting.
    if mysql.rows(connection, "SHOW VARIABLES LIKE 'information_schema_stats_expiry'"):
        mysql.run(connection, "SET SESSION information_schema_stats_expiry = 0")


def _counted(connection: mysql.Connection, schema: str, pieces: Sequence[TablePart]) -> Iterator[TablePart]:
    for piece in pieces:
        part = piece.subpartition or piece.partition
        source = f"{mysql.quoted(schema)}.{mysql.quoted(piece.table)}"
        if part:
            source += f" PARTITION ({mysql.quoted(part)})"
        [(rows,)] = mysql.rows(connection, f"SELECT COUNT(*) FROM {source}")  # noqa: S608
        yield TablePart(**{**asdict(piece), "rows": rows, "exact": True})


_PIECES_SQL = f"""
SELECT p.TABLE_NAME, p.PARTITION_NAME, p.SUBPARTITION_NAME,
    NULLIF(CONCAT_WS(' / ', p.PARTITION_METHOD, p.SUBPARTITION_METHOD), ''),
    NULLIF(CONCAT_WS('; ', p.PARTITION_EXPRESSION, p.SUBPARTITION_EXPRESSION), ''),
    p.PARTITION_DESCRIPTION, p.TABLE_ROWS, p.DATA_LENGTH, p.INDEX_LENGTH
FROM information_schema.PARTITIONS p
WHERE p.TABLE_SCHEMA = %s AND p.TABLE_NAME <> '{OWNER_TABLE}'
    -- MySQL lists views here too.
    AND p.TABLE_NAME NOT IN (SELECT v.TABLE_NAME FROM information_schema.VIEWS v WHERE v.TABLE_SCHEMA = %s)
ORDER BY p.TABLE_NAME, p.PARTITION_ORDINAL_POSITION, p.SUBPARTITION_ORDINAL_POSITION
"""  # noqa: S608
