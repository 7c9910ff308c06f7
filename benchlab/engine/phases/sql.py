"""Executes sql phases, and the DDL of a plan's tables: statements one by one, each timed."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benchlab import mysql
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement, session_statements
from benchlab.engine import phase_results
from benchlab.engine.generator.statement_rendering import Template, Values
from benchlab.engine.phases.client_stalls import TimedStatement
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.places import maintenance_answers
from benchlab.engine.run_clock import NS
from benchlab.engine.run_context import RunContext
from benchlab.engine.run_failures import PhaseFailedError
from benchlab.histogram import Histogram

CREATE_TABLES = "create tables"
SUBSTITUTED = frozenset({1266, 1286})
"""Warnings that the server used another engine than the one asked for."""
NOTES_KEPT = 20


def table_phase(tables: Mapping[str, str]) -> SqlPhase:
    """The implicit first phase of a plan with tables."""
    return SqlPhase(CREATE_TABLES, tuple(Statement(name, ddl) for name, ddl in tables.items()))


class SqlExecution(PhaseExecution[SqlPhase]):
    executes = SqlPhase

    def __init__(self, phase: SqlPhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._times: dict[str, Histogram] = {}
        self._done = 0
        self._rows = 0
        self._errors: Counter[str] = Counter()
        self._notes: list[dict[str, str]] = []

    def run(self) -> None:
        with self.context.connected(self.phase.name) as connection:
            for variable in session_statements(self.phase.session):
                self._carry_out(connection, variable, doing=f"“{variable}” of the phase “{self.phase.name}”")
            for number, statement in enumerate(self.phase.statements):
                self.wait_until(self.started_s + self.phase.after_s + number * self.phase.every_s)
                self._report_progress()
                self._execute(connection, number, statement)
                self._done += 1
        self._report_progress()

    def _execute(self, connection: mysql.Connection, number: int, statement: Statement) -> None:
        sql = bound(statement.sql, self.context, self.phase.name, number)
        began_s = self.context.clock.now_s()
        rows, error = self._outcome(connection, sql, statement.name)
        action = TimedStatement(self.phase.name, statement.name, began_s, self.context.clock.now_s(), rows, error)
        self._times.setdefault(statement.name, Histogram()).record(round(action.seconds * NS))
        self.actions.append(action)
        if self.phase.after_s or self.phase.every_s:
            # The time it waited before its statements is not counted.
            self.seconds = sum(each.seconds for each in self.actions)

    def _outcome(self, connection: mysql.Connection, sql: str, name: str) -> tuple[int | None, str]:
        """The rows written or read; or None, and why the server refused, where the definition expects that."""
        doing = f"“{name}” of the phase “{self.phase.name}”"
        try:
            done = self._carry_out(connection, sql, doing=doing)
            self._heed(done.answers, doing)
            self._note(name, done.warnings, doing)
        except PhaseFailedError as failed:
            if failed.code not in self.phase.may_fail:
                raise
            self._errors[str(failed.code)] += 1
            return None, failed.message
        self._rows += done.rows
        return done.rows, ""

    def _carry_out(self, connection: mysql.Connection, sql: str, *, doing: str) -> "Executed":
        return self.context.carry_out(
            connection, lambda: executed(connection, sql), doing=doing, meanwhile=self._report_progress
        )

    def _report_progress(self) -> None:
        self.report_progress(self._done, len(self.phase.statements), "statements")

    def _heed(self, answers: list[maintenance_answers.Answer], doing: str) -> None:
        if failures := [each.text for each in answers if each.is_failure]:
            raise PhaseFailedError(f"{doing} failed: the server answered “{'; '.join(failures)}”.")
        for remark in maintenance_answers.remarks(answers):
            sentence = (
                f"{doing} was answered by the {remark.kind} “{remark.text}”: its time may be that of something else."
            )
            self.context.warn(self.phase.name, sentence)

    def _note(self, name: str, warnings: list[tuple[Any, ...]], doing: str) -> None:
        for level, code, text in warnings:
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
            "errors": dict(self._errors),
            "by_statement": phase_results.by_statement(self._times),
            "details": {
                **({"notes": self._notes} if self._notes else {}),
                **({"refused": refused} if (refused := self._refused()) else {}),
            },
        }

    def _refused(self) -> list[dict[str, str]]:
        """What the server refused, as the definition expects."""
        return [{"statement": each.statement, "message": each.error} for each in self.actions if each.error]

    def histograms(self) -> dict[str, bytes]:
        return phase_results.stored(self._times)


def bound(sql: str, context: RunContext, *path: str | int) -> str:
    """A statement with a draw of its own for each value it names."""
    template = Template(sql)
    if not template.names:
        return template.text
    positions = context.sequences.reserve(template.names, 1)
    values = Values(
        context.plan.values, set(template.names), seed=context.plan.seed, path=path, positions=positions
    )  # fmt: skip
    return template.render_one(values.one_of_each()).decode()


@dataclass(frozen=True)
class Executed:
    """The outcome of a statement."""

    rows: int
    """Written or read."""
    answers: list[maintenance_answers.Answer]
    warnings: list[tuple[Any, ...]]
    """The server's notes and warnings: level, code, text."""


def executed(connection: mysql.Connection, sql: str) -> Executed:
    """Execute a statement and read all of its answer. Raises ``mysql.Error``."""
    with connection.cursor() as cursor:
        rows = max(0, int(cursor.execute(sql)))
        answers = maintenance_answers.answers(cursor)
        while cursor.nextset():
            rows += max(0, cursor.rowcount)
            answers += maintenance_answers.answers(cursor)
    warned = connection.warning_count() > 0
    return Executed(rows, answers, mysql.rows(connection, f"SHOW WARNINGS LIMIT {NOTES_KEPT}") if warned else [])
