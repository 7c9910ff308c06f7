"""Executes size phases: how large a table is."""

from typing import Any

from benchlab import mysql
from benchlab.definitions.phases.size import SizePhase
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.places import table_flush, table_size
from benchlab.engine.places.table_size import TableSize
from benchlab.engine.run_context import RunContext


class SizeExecution(PhaseExecution[SizePhase]):
    executes = SizePhase

    def __init__(self, phase: SizePhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._stored: TableSize | None = None

    def run(self) -> None:
        with self.context.connected_as_admin(self.phase.name) as connection:
            self._stored = self.context.carry_out(
                connection,
                lambda: self._read(connection),
                doing=f"Measuring {self.phase.table}",
                meanwhile=lambda: None,
            )

    def _read(self, connection: mysql.Connection) -> TableSize:
        schema, table = self.context.target.schema, self.phase.table
        return table_size.read(connection, schema, table, table_flush.files_of(connection, schema, table))

    def figures(self) -> dict[str, Any]:
        found = self._stored
        if found is None:
            return {}
        return {
            "details": {
                "data_bytes": found.data_bytes,
                "index_bytes": found.index_bytes,
                "total_bytes": found.data_bytes + found.index_bytes,
                "file_bytes": found.file_bytes,
                "file_bytes_are": found.files_from or None,
            }
        }
