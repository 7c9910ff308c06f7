"""The flush after a load: when all of it is on disk, and how large the table is then."""

from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchlab import mysql
from benchlab.engine import error_messages
from benchlab.engine.places import sessions, table_flush
from benchlab.engine.places import table_size as sizes
from benchlab.engine.places.table_size import TableSize
from benchlab.engine.run_context import RunContext


@dataclass
class FlushMeasurement:
    """A figure that is not available is None, and ``problem`` says why."""

    context: RunContext
    phase: str
    table: str
    started_s: float
    flushed_s: float | None = None
    """Since the load began."""
    flushed_by: str = ""
    stored: TableSize | None = None
    problem: str = ""
    _files: list[Path] = field(default_factory=list)

    def measure(self) -> None:
        """Raises ``PhaseFailedError`` and ``HaltedError`` where the server is gone, or the run is over."""
        try:
            connection = mysql.connect(self.context.admin)
            mysql.run(connection, sessions.SETUP)
        except mysql.Error as error:
            self.problem = error_messages.sentence(error, doing="Flushing what was loaded")
            return
        try:
            self._step(connection, self._flush, doing="Flushing what was loaded")
            self._step(connection, self._size, doing="Measuring the table")
        finally:
            with suppress(mysql.Error):
                connection.close()

    def _step(self, connection: mysql.Connection, step: Any, *, doing: str) -> None:
        try:
            self.context.wait_for(connection, lambda: step(connection), doing=doing, meanwhile=lambda: None)
        except mysql.Error as error:
            self.problem = self.problem or error_messages.sentence(error, doing=doing)
        except OSError as error:
            self.problem = self.problem or f"{doing}: the files of {self.table} can not be synced ({error.strerror})."

    def _flush(self, connection: mysql.Connection) -> None:
        schema = self.context.target.schema
        self._files = table_flush.files_of(connection, schema, self.table)
        way = table_flush.flush(connection, schema, self.table)
        table_flush.sync(self._files)
        self.flushed_s = self.context.clock.now_s() - self.started_s
        self.flushed_by = f"{way}, then fsync of its files" if self._files else way

    def _size(self, connection: mysql.Connection) -> None:
        self.stored = sizes.read(connection, self.context.target.schema, self.table, self._files)

    def figures(self, *, rows: int, bytes_sent: int) -> dict[str, Any]:
        held = self.stored.figures(rows=rows, bytes_sent=bytes_sent) if self.stored else {}
        return {
            "flushed_s": self.flushed_s,
            "flushed_per_second": rows / self.flushed_s if self.flushed_s else None,
            "flushed_by": self.flushed_by or None,
            **held,
            **({"not_measured": self.problem} if self.problem else {}),
        }
