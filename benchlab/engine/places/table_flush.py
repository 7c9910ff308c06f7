"""Flushes a table to disk, in the way of each engine, and finds its files."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from benchlab import mysql

FILES = {"InnoDB": ("ibd",), "MyISAM": ("MYD", "MYI"), "Aria": ("MAD", "MAI")}
"""The endings of a table's files, by engine; those of other engines hold more than one table."""
PARTITION_MARK = "#"


def engine_of(connection: mysql.Connection, schema: str, table: str) -> str:
    sql = "SELECT ENGINE FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s AND TABLE_NAME = %s"
    return str(mysql.rows(connection, sql, [schema, table])[0][0])


def flush(connection: mysql.Connection, schema: str, table: str) -> str:
    """Write all of the table that the server has in memory; returns how. Raises ``mysql.Error``."""
    way = _WAYS.get(engine_of(connection, schema, table).lower(), _close)
    return way(connection, f"{mysql.quoted(schema)}.{mysql.quoted(table)}")


def _export(connection: mysql.Connection, table: str) -> str:
    """Writes the table's changed pages and waits for them; a checkpoint would wait for those of all others too."""
    mysql.run(connection, f"FLUSH TABLES {table} FOR EXPORT")
    mysql.run(connection, "UNLOCK TABLES")
    return "FLUSH TABLES FOR EXPORT"


def _close(connection: mysql.Connection, table: str) -> str:
    """Writes the blocks of the key cache or page cache, and closes the files."""
    mysql.run(connection, f"FLUSH TABLES {table}")
    return "FLUSH TABLES"


def _memtable(connection: mysql.Connection, _: str) -> str:
    """Its tables share memtables; FLUSH TABLES writes none of them."""
    mysql.run(connection, "SET GLOBAL rocksdb_force_flush_memtable_now = 1")
    return "rocksdb_force_flush_memtable_now"


_WAYS: dict[str, Callable[[mysql.Connection, str], str]] = {"innodb": _export, "rocksdb": _memtable}


def files_of(connection: mysql.Connection, schema: str, table: str) -> list[Path]:
    """The table's files where the data directory is accessible; else none.

    The schema's name is this run's own: a folder of another server is not taken for it.
    """
    datadir = Path(str(mysql.rows(connection, "SELECT @@datadir")[0][0]))
    endings = FILES.get(engine_of(connection, schema, table), ())
    try:
        return [path for path in (datadir / schema).iterdir() if _belongs(path, table, endings)]
    except OSError:
        return []


def _belongs(path: Path, table: str, endings: tuple[str, ...]) -> bool:
    stem, _, ending = path.name.rpartition(".")
    return ending in endings and stem.partition(PARTITION_MARK)[0].lower() == table.lower()


def sync(files: list[Path]) -> None:
    """Wait until the operating system has written the files' pages too. Raises ``OSError``."""
    for descriptor in _opened(files):
        os.fsync(descriptor)


def _opened(files: list[Path]) -> Iterator[int]:
    for path in files:
        descriptor = os.open(path, os.O_RDONLY)
        try:
            yield descriptor
        finally:
            os.close(descriptor)
