"""The size of a table, as the server reports it and as its files take."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchlab import mysql

BLOCK_BYTES = 512
"""The unit of st_blocks, whatever the file system's own."""
REPORTED = "data and index as the server reports them"
FILES = "files in the data directory, as the disk holds them"
TABLESPACES = "the server's list of tablespaces, as the disk holds them"


@dataclass(frozen=True)
class TableSize:
    data_bytes: int
    index_bytes: int
    file_bytes: int | None
    """None where neither the data directory nor a list of tablespaces is accessible."""
    files_from: str = ""

    @property
    def bytes(self) -> int:
        return self.file_bytes or self.data_bytes + self.index_bytes

    def figures(self, *, rows: int, bytes_sent: int) -> dict[str, Any]:
        return {
            "data_bytes": self.data_bytes,
            "index_bytes": self.index_bytes,
            "file_bytes": self.file_bytes,
            "stored_bytes": self.bytes,
            "stored_bytes_are": self.files_from or REPORTED,
            "bytes_per_row": self.bytes / rows if rows else None,
            "compression_ratio": bytes_sent / self.bytes if self.bytes else None,
        }


def read(connection: mysql.Connection, schema: str, table: str, files: list[Path]) -> TableSize:
    """``connection`` is the stored account's: only it may see tablespaces. Raises ``mysql.Error``."""
    # InnoDB reports what its last statistics estimated, and MySQL what it cached a day ago.
    mysql.run(connection, f"ANALYZE LOCAL TABLE {mysql.quoted(schema)}.{mysql.quoted(table)}")
    if mysql.rows(connection, "SHOW VARIABLES LIKE 'information_schema_stats_expiry'"):
        mysql.run(connection, "SET SESSION information_schema_stats_expiry = 0")
    sql = "SELECT DATA_LENGTH, INDEX_LENGTH FROM information_schema.TABLES WHERE TABLE_SCHEMA = %s AND TABLE_NAME = %s"
    data_bytes, index_bytes = mysql.rows(connection, sql, [schema, table])[0]
    held, where = (sum(_held(each) for each in files), FILES) if files else _tablespaces(connection, schema, table)
    return TableSize(int(data_bytes or 0), int(index_bytes or 0), held or None, where)


def _held(path: Path) -> int:
    """Its size on disk: compressed pages leave holes in the file."""
    return path.stat().st_blocks * BLOCK_BYTES


def _tablespaces(connection: mysql.Connection, schema: str, table: str) -> tuple[int, str]:
    """Of InnoDB's, with the right to see them."""
    named = "TABLE_SCHEMA = 'information_schema' AND TABLE_NAME IN ('INNODB_TABLESPACES', 'INNODB_SYS_TABLESPACES')"
    lists = mysql.rows(connection, f"SELECT TABLE_NAME FROM information_schema.TABLES WHERE {named}")  # noqa: S608
    if not lists:
        return 0, ""
    sql = f"SELECT SUM(ALLOCATED_SIZE) FROM information_schema.{lists[0][0]} WHERE NAME = %s OR NAME LIKE %s"  # noqa: S608
    name = f"{schema}/{table}"
    try:
        held = int(mysql.rows(connection, sql, [name, f"{name}#%"])[0][0] or 0)
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        return 0, ""
    return held, TABLESPACES if held else ""
