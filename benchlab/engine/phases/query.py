"""Executes query phases: one statement repeatedly on one connection, with its plan and the partitions it read."""

import time
from decimal import Decimal
from typing import Any

from benchlab import mysql
from benchlab.definitions.phases.query import QueryPhase
from benchlab.engine import phase_results
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.phases.sql import bound
from benchlab.engine.run_context import RunContext
from benchlab.histogram import Histogram

EXPLAIN = {"MariaDB": "EXPLAIN PARTITIONS "}
EXPLAIN_MYSQL = "EXPLAIN FORMAT=TRADITIONAL "
"""Without the format, MySQL 9 draws a tree, which does not name partitions."""

FIGURES_KEPT = 20


class QueryExecution(PhaseExecution[QueryPhase]):
    executes = QueryPhase

    def __init__(self, phase: QueryPhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._times = Histogram()
        self._shots_s: list[float] = []
        self._rows: list[int] = []
        self._plan: list[dict[str, Any]] | None = None
        self._no_plan = ""
        self._answer: dict[str, Any] | None = None

    def run(self) -> None:
        with self.context.connected(self.phase.name) as connection:
            for shot in range(self.phase.repeat):
                self.wait_until(self.started_s + self.phase.after_s + shot * self.phase.every_s)
                sql = bound(self.phase.sql, self.context, self.phase.name, shot)
                if shot == 0:
                    self._explain(connection, sql)
                self._shoot(connection, sql)

    def _explain(self, connection: mysql.Connection, sql: str) -> None:
        explain = EXPLAIN.get(self.context.target.flavour, EXPLAIN_MYSQL) + sql
        try:
            self._plan = self.context.wait_for(
                connection,
                lambda: _named_rows(connection, explain),
                doing=f"The EXPLAIN of the phase “{self.phase.name}”",
                meanwhile=self._report_progress,
            )
        except mysql.Error as error:
            if mysql.error_code(error) in mysql.LOST_CODES:
                return  # The query itself will report it.
            self._no_plan = f"{mysql.error_text(error)} (error {mysql.error_code(error)})"

    def _shoot(self, connection: mysql.Connection, sql: str) -> None:
        statement = sql.encode()
        rows, took_ns, self._answer = self.context.carry_out(
            connection,
            lambda: _read(connection, statement),
            doing=f"The query of the phase “{self.phase.name}”",
            meanwhile=self._report_progress,
        )
        self._times.record(took_ns)
        self._shots_s.append(took_ns / 1e9)
        self._rows.append(rows)
        self._report_progress()

    def _report_progress(self) -> None:
        self.report_progress(len(self._shots_s), self.phase.repeat, "statements")

    def figures(self) -> dict[str, Any]:
        latency_ms = self._times.summary_ms()
        shots = len(self._shots_s)
        plan = {"plan": self._plan, "partitions": partitions(self._plan or [])}
        return {
            "rows": sum(self._rows),
            "statements": shots,
            "latency_ms": latency_ms,
            "by_statement": {self.phase.name: {"count": shots, "latency_ms": latency_ms}} if shots else {},
            "details": {
                "shots": self._shots_s,
                "rows_each": self._rows,
                **({"answer": self._answer} if self._answer else {}),
                **plan,
                **({"no_plan": self._no_plan} if self._no_plan else {}),
            },
        }

    def histograms(self) -> dict[str, bytes]:
        return phase_results.stored({self.phase.name: self._times}, self._times)


def _named_rows(connection: mysql.Connection, sql: str) -> list[dict[str, Any]]:
    with connection.cursor() as cursor:
        cursor.execute(sql)
        columns = [column[0] for column in cursor.description]
        return [dict(zip(columns, row, strict=True)) for row in cursor.fetchall()]


def _read(connection: mysql.Connection, statement: bytes) -> tuple[int, int, dict[str, Any] | None]:
    """Send and read all of the answer, without turning it into Python's values; its rows, nanoseconds, and figures.

    The clock runs here, in the thread that waits: starting that is no part of the query.
    """
    began = time.monotonic_ns()
    connection.query(statement)
    result = connection.store_result()
    rows: int = connection.affected_rows()
    while connection.next_result() == 0:
        connection.store_result()
    took_ns = time.monotonic_ns() - began
    return rows, took_ns, _figures(result.fetch_row(1, 1)[0]) if rows == 1 and result else None


def _figures(row: dict[str, Any]) -> dict[str, Any]:
    """The numbers of an answer of one row, by column: a count, a sum, a size."""
    return {
        name: int(value) if value == int(value) else float(value)
        for name, value in list(row.items())[:FIGURES_KEPT]
        if isinstance(value, int | float | Decimal)
    }


def partitions(plan: list[dict[str, Any]]) -> dict[str, list[str]]:
    """By table as the plan names it: the partitions, or subpartitions as in ``p3_p3sp5``, that the query touches."""
    return {row["table"]: row["partitions"].split(",") for row in plan if row.get("table") and row.get("partitions")}
