"""Phases of statements one by one: the DDL of the tables, and sql."""

import time
from collections.abc import Mapping
from typing import Any

from benchlab import mysql
from benchlab.definitions.plan import SqlPhase, Statement
from benchlab.engine import results
from benchlab.engine.context import Context
from benchlab.engine.failures import HaltedError, PhaseFailedError
from benchlab.engine.phase import PhaseExecution
from benchlab.engine.rendering import Template, Values
from benchlab.histogram import Histogram

CREATE_TABLES = "create tables"
SUBSTITUTED = frozenset({1266, 1286})
"""Warnings by which a server says that it took another engine than the one asked for."""
NOTES_KEPT = 20


def table_phase(tables: Mapping[str, str]) -> SqlPhase:
    """The implicit first phase of a plan with tables."""
    return SqlPhase(CREATE_TABLES, tuple(Statement(name, ddl) for name, ddl in tables.items()))


class SqlExecution(PhaseExecution[SqlPhase]):
    def __init__(self, phase: SqlPhase, context: Context, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._times: dict[str, Histogram] = {}
        self._done = 0
        self._rows = 0
        self._notes: list[dict[str, str]] = []

    def run(self) -> None:
        with self.context.connected(self.phase.name) as connection:
            for number, statement in enumerate(self.phase.statements):
                if self.context.halt.is_set():
                    raise HaltedError
                self._tell_progress()
                self._execute(connection, number, statement)
                self._done += 1
        self._tell_progress()

    def _execute(self, connection: mysql.Connection, number: int, statement: Statement) -> None:
        sql = bound(statement.sql, self.context, self.phase.name, number)
        doing = f"“{statement.name}” of the phase “{self.phase.name}”"
        began = time.monotonic_ns()
        rows, answers = self.context.carry_out(
            connection, lambda: executed(connection, sql), doing=doing, meanwhile=self._tell_progress
        )
        self._times.setdefault(statement.name, Histogram()).record(time.monotonic_ns() - began)
        self._rows += rows
        self._note(statement.name, answers, doing)

    def _tell_progress(self) -> None:
        self.tell_progress(self._done, len(self.phase.statements), "statements")

    def _note(self, name: str, answers: list[tuple[Any, ...]], doing: str) -> None:
        for level, code, text in answers:
            if code in SUBSTITUTED:
                raise PhaseFailedError(
                    f"{doing} would have been measured on another engine: {text}. Choose one that the server's page "
                    "lists.",
                    code,
                )
            if len(self._notes) < NOTES_KEPT:
                self._notes.append({"statement": name, "level": level, "message": text})

    def figures(self) -> dict[str, Any]:
        return {
            "rows": self._rows,
            "statements": self._done,
            "by_statement": results.by_statement(self._times),
            "details": {"notes": self._notes} if self._notes else {},
        }

    def histograms(self) -> dict[str, bytes]:
        return results.stored(self._times)


def bound(sql: str, context: Context, *path: str | int) -> str:
    """A statement with a draw of its own for each value it names."""
    template = Template(sql)
    if not template.names:
        return template.text
    positions = context.sequences.reserve(template.names, 1)
    values = Values(
        context.plan.values, set(template.names), seed=context.plan.seed, path=path, positions=positions
    )  # fmt: skip
    return template.render_one(values.one_of_each()).decode()


def executed(connection: mysql.Connection, sql: str) -> tuple[int, list[tuple[Any, ...]]]:
    """How many rows were written or read, and the notes and warnings that were left. Raises ``mysql.Error``."""
    with connection.cursor() as cursor:
        rows = max(0, int(cursor.execute(sql)))
        while cursor.nextset():
            rows += max(0, cursor.rowcount)
    if not connection.warning_count():
        return rows, []
    return rows, mysql.rows(connection, f"SHOW WARNINGS LIMIT {NOTES_KEPT}")
