"""The indexes of a MyISAM table, switched off or rebuilt by myisamchk while the server has its files closed."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from benchlab import myisamchk, mysql
from benchlab.definitions.phases.myisamchk import MyisamchkPhase
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.places import maintenance_answers, table_flush
from benchlab.engine.run_context import RunContext
from benchlab.engine.run_failures import HaltedError, PhaseFailedError

LOOK_S = 0.1
INDEX = ".MYI"
UNFINISHED = ("TMM", "TMD")
"""Suffixes of files that it leaves when it is killed; the server can not drop a schema with such files."""
STAYS_S = 7 * 86400
"""The connection that holds the lock is idle meanwhile."""
BUFFERS = "SELECT @@GLOBAL.myisam_sort_buffer_size, @@GLOBAL.key_buffer_size"


class MyisamchkExecution(PhaseExecution[MyisamchkPhase]):
    """As the manual asks: lock the table and close its files, run the program, open the files again."""

    executes = MyisamchkPhase

    def __init__(self, phase: MyisamchkPhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._files: list[Path] = []
        self._table = f"{mysql.quoted(context.target.schema)}.{mysql.quoted(phase.table)}"
        self._doing = f"“{phase.name}” ({myisamchk.NAME})"

    def run(self) -> None:
        # Flushing is a right on the whole server.
        with self.context.connected_as_admin(self.phase.name) as connection:
            self._sql(connection, f"SET SESSION wait_timeout = {STAYS_S}")
            self._files = self._index_files(connection)
            with self._closed(connection):
                self._run_program(self._command(connection))
            self.seconds = self.context.clock.now_s() - self.started_s
            self._check(connection)

    def _index_files(self, connection: mysql.Connection) -> list[Path]:
        """Of the run's own table in its own folder, and never through a link out of it."""
        found = table_flush.files_of(connection, self.context.target.schema, self.phase.table)
        files = sorted(each for each in found if each.suffix == INDEX)
        if not files or any(each.is_symlink() for each in files):
            raise PhaseFailedError(
                f"{self._doing} failed: the files of {self.phase.table} are not accessible, or are not MyISAM files. "
                "Check the server again, and see on its page what can be done about it."
            )
        return files

    @contextmanager
    def _closed(self, connection: mysql.Connection) -> Iterator[None]:
        """Locks the table and has the server close its files, and open them again afterwards."""
        self._sql(connection, f"LOCK TABLES {self._table} WRITE")
        try:
            self._sql(connection, f"FLUSH LOCAL TABLES {self._table}")
            yield
        finally:
            with suppress(mysql.Error):
                mysql.run(connection, f"FLUSH LOCAL TABLES {self._table}")
            with suppress(mysql.Error):
                mysql.run(connection, "UNLOCK TABLES")

    def _sql(self, connection: mysql.Connection, sql: str) -> None:
        self.context.carry_out(
            connection, lambda: mysql.run(connection, sql), doing=self._doing, meanwhile=lambda: None
        )

    def _command(self, connection: mysql.Connection) -> list[str]:
        """With the server's own buffer sizes: it replaces the server's ALTER TABLE ... ENABLE KEYS."""
        sort_bytes, key_bytes = mysql.rows(connection, BUFFERS)[0]
        return myisamchk.command(self.phase.keys, self._files, sort_buffer_bytes=sort_bytes, key_buffer_bytes=key_bytes)

    def _run_program(self, command: list[str]) -> None:
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as child:
            try:
                said = self._wait_for(child)
            finally:
                child.kill()
        if child.returncode:
            raise PhaseFailedError(f"{self._doing} failed: {said or f'it ended with {child.returncode}'}")

    def _wait_for(self, child: "subprocess.Popen[str]") -> str:
        while True:
            try:
                return " ".join(child.communicate(timeout=LOOK_S)[0].split())
            except subprocess.TimeoutExpired:
                if self.context.halt.is_set():
                    child.kill()
                    child.wait()
                    self._clear_away()
                    raise HaltedError from None

    def _clear_away(self) -> None:
        for file in self._files:
            for ending in UNFINISHED:
                file.with_suffix(f".{ending}").unlink(missing_ok=True)

    def _check(self, connection: mysql.Connection) -> None:
        """Checks that the server finds the table intact; not part of the time."""
        given = self.context.carry_out(
            connection,
            lambda: maintenance_answers.asked(connection, f"CHECK TABLE {self._table}"),
            doing=f"Checking {self.phase.table} after {self._doing}",
            meanwhile=lambda: None,
        )
        if remarks := maintenance_answers.remarks(given):
            told = "; ".join(each.text for each in remarks)
            raise PhaseFailedError(f"{self._doing} damaged {self.phase.table}; CHECK TABLE answers: {told}.")

    def figures(self) -> dict[str, Any]:
        return {"details": {"files": len(self._files), "by": myisamchk.NAME}}
