"""Phases of an expanded definition: what each kind may say, read into the plan's dataclasses."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from benchlab.definitions import sql, units
from benchlab.definitions.ddl import column_names
from benchlab.definitions.document import Node
from benchlab.definitions.fence import trespasses
from benchlab.definitions.plan import (
    CheckPhase,
    Condition,
    DrivePhase,
    LoadPhase,
    ParallelPhase,
    Phase,
    QueryPhase,
    SqlPhase,
    Statement,
    Transaction,
)
from benchlab.definitions.problems import Problem
from benchlab.definitions.reading import Section, attempt, entries, items, one_of, positive, scalar, text
from benchlab.definitions.suggest import did_you_mean

_OPERATORS = {"below": "<", "at_most": "<=", "above": ">", "at_least": ">="}
FIGURES = (
    "per_second",
    "seconds",
    "rows",
    "transactions",
    "statements",
    *(f"latency_ms.{name}" for name in ("min", "mean", "p50", "p90", "p95", "p99", "p999", "max")),
)
"""Paths into a phase's result that a check may name; ``details.NAME`` is allowed too."""


class PhaseReader:
    """Reads the phases of one definition; knows its tables and values, and the phases read so far."""

    def __init__(self, tables: Mapping[str, str], values: Collection[str], problems: list[Problem]) -> None:
        self.tables = tables
        self.values = values
        self.problems = problems
        self.names: list[str] = []
        """The phases that will run."""
        self.named: set[str] = set()
        """These and those that their ``when`` leaves out."""
        self._readers: dict[str, Callable[[Section, str], Phase | None]] = {
            "sql": self._sql,
            "load": self._load,
            "drive": self._drive,
            "query": self._query,
            "parallel": self._parallel,
            "check": self._check,
        }

    def read(self, node: Node) -> tuple[Phase, ...]:
        """The phases of a list whose ``when`` does not say no."""
        return tuple(phase for item in items(node) if (phase := self._phase(item)))

    def _phase(self, node: Node) -> Phase | None:
        if not isinstance(node.value, dict) or len(node.value) != 1:
            self.problems.append(node.problem("A phase is one kind with its settings, such as “- drive: {...}”."))
            return None
        kind, inner = next(iter(node.value.items()))
        if kind not in self._readers:
            self.problems.append(inner.problem(f"There is no phase “{kind}”. {did_you_mean(kind, self._readers)}"))
            return None
        return self._of_kind(kind, Section(inner, self.problems))

    def _of_kind(self, kind: str, section: Section) -> Phase | None:
        before = len(self.problems)
        wanted = section.get("when", scalar(units.parse_boolean), default=True)
        name = section.get("name", text, default=kind)
        self.named.add(name)
        if not wanted:
            return None
        self._note_name(section, name)
        phase = self._readers[kind](section, name)
        section.finish()
        return phase if len(self.problems) == before else None

    def _note_name(self, section: Section, name: str) -> None:
        if name in self.names:
            section.refuse("name", f"There are two phases “{name}”; give each a name of its own.")
        self.names.append(name)

    def _sql(self, section: Section, name: str) -> Phase:
        statements = section.get("statements", self._statements, default=())
        for statement in statements:
            if names := sql.placeholders(statement.sql):
                section.refuse("statements", f"“:{names[0]}”: only load, drive and query draw values.")
        return SqlPhase(name, statements)

    def _load(self, section: Section, name: str) -> Phase:
        table = section.get("table", one_of(tuple(self.tables)))
        default_columns = {column: column for column in self._columns(table) if column in self.values}
        columns = section.get("columns", self._column_values, default=default_columns)
        if table and not columns:
            section.refuse(
                "columns", f"No value has the name of a column of {table}; say under “columns” what fills which."
            )
        return LoadPhase(
            name,
            table,
            rows=section.get("rows", scalar(units.parse_count)),
            columns=columns,
            streams=section.get("streams", positive(units.parse_integer), default=1),
            method=section.get("method", one_of(("load data", "insert")), default="load data"),  # type: ignore[arg-type]
            batch_rows=section.get("batch", positive(units.parse_count), default=1000),
        )

    def _drive(self, section: Section, name: str) -> Phase:
        drive = DrivePhase(
            name,
            clients=section.get("clients", positive(units.parse_count)),
            transactions=section.get("transactions", self._transactions, default=()),
            duration_s=section.get("for", positive(units.parse_duration), default=None),
            count=section.get("count", positive(units.parse_count), default=None),
            warmup_s=section.get("warmup", scalar(units.parse_duration), default=0.0),
            rate_per_s=section.get("rate", positive(units.parse_rate), default=None),
            arrival=section.get("arrival", one_of(("fixed", "poisson")), default="fixed"),  # type: ignore[arg-type]
            pace_per_s=section.get("pace", positive(units.parse_rate), default=None),
            think_s=section.get("think", scalar(units.parse_duration), default=0.0),
            retries=section.get("retries", scalar(units.parse_count), default=0),
        )
        if drive.duration_s and drive.count:
            section.refuse(
                "count", "A drive ends after a time (“for”) or a number of transactions (“count”), not both."
            )
        if drive.rate_per_s and drive.pace_per_s:
            section.refuse("pace", "A drive has a “rate” of all its clients together or a “pace” of each, not both.")
        return drive

    def _query(self, section: Section, name: str) -> Phase:
        statement = section.get("sql", text, default="")
        self._check_sql(section.child("sql") or section.node, statement)
        return QueryPhase(
            name,
            statement,
            repeat=section.get("repeat", positive(units.parse_count), default=1),
            after_s=section.get("after", scalar(units.parse_duration), default=0.0),
            every_s=section.get("every", scalar(units.parse_duration), default=0.0),
        )

    def _parallel(self, section: Section, name: str) -> Phase | None:
        phases = section.get("phases", self.read, default=())
        if any(isinstance(phase, ParallelPhase | CheckPhase) for phase in phases):
            section.refuse("phases", "A parallel phase holds sql, load, drive and query phases.")
        return ParallelPhase(name, phases) if phases else None

    def _check(self, section: Section, name: str) -> Phase:
        return CheckPhase(name, section.get("expect", self._conditions, default=()))

    def _conditions(self, node: Node) -> tuple[Condition, ...]:
        return tuple(found for item in items(node) if (found := self._condition(Section(item, self.problems))))

    def _condition(self, section: Section) -> Condition | None:
        phase = section.get("phase", one_of(self.names[:-1]))
        figure = section.get("figure", _figure)
        asked = [word for word in _OPERATORS if section.child(word)]
        if len(asked) != 1:
            section.refuse("figure", "Say one of “below”, “at_most”, “above” and “at_least”.")
            return None
        limit = section.get(asked[0], lambda given: _limit(given, figure or ""))
        section.finish()
        return Condition(phase, figure, _OPERATORS[asked[0]], limit)  # type: ignore[arg-type]

    def _transactions(self, node: Node) -> tuple[Transaction, ...]:
        found = tuple(self._transaction(name, child) for name, child in entries(node).items())
        if not found:
            raise ValueError("A drive needs at least one transaction.")
        return found

    def _transaction(self, name: str, node: Node) -> Transaction:
        if not isinstance(node.value, dict):
            return Transaction(name, 1.0, self._statements(node, default_name=name))
        section = Section(node, self.problems)
        weight = section.get("weight", positive(units.parse_number), default=1.0)
        statements = section.get("statements", lambda child: self._statements(child, default_name=name), default=())
        section.finish()
        return Transaction(name, weight, statements)

    def _statements(self, node: Node, default_name: str = "") -> tuple[Statement, ...]:
        """A list of SQL texts, or a mapping of names to them, or one text."""
        if isinstance(node.value, dict):
            named = node.value
        else:
            listed = node.value if isinstance(node.value, list) else [node]
            named = dict(zip(_statement_names(default_name, len(listed)), listed, strict=True))
        for child in named.values():
            self._check_sql(child, text(child))
        return tuple(Statement(name, text(child)) for name, child in named.items() if text(child))

    def _check_sql(self, node: Node, statement: str) -> None:
        for name in sql.placeholders(statement):
            if name not in self.values:
                message = f"No value is called “{name}”. {did_you_mean(name, self.values)}"
                self.problems.append(node.problem(message))
        self.problems.extend(node.problem(message) for message in trespasses(statement))

    def _columns(self, table: str | None) -> list[str]:
        return column_names(self.tables.get(table or "", ""))

    def _column_values(self, node: Node) -> dict[str, str]:
        """``[seller, day]`` fills columns by values of the same name, ``{sell_date: day}`` by others."""
        if isinstance(node.value, list):
            return {text(item): self._value_name(item) for item in node.value}
        return {column: attempt(child, self._value_name, self.problems, "") for column, child in entries(node).items()}

    def _value_name(self, node: Node) -> str:
        name = text(node)
        if name not in self.values:
            raise ValueError(f"No value is called “{name}”. {did_you_mean(name, self.values)}")
        return name


def _statement_names(transaction: str, count: int) -> list[str]:
    if count == 1 and transaction:
        return [transaction]
    return [f"{transaction} {number}".strip() for number in range(1, count + 1)]


def _figure(node: Node) -> str:
    given = text(node)
    if given not in FIGURES and not given.startswith(("details.", "by_statement.")):
        raise ValueError(f"“{given}” is no figure of a phase. {did_you_mean(given, FIGURES)}")
    return given


def _limit(node: Node, figure: str) -> float:
    """The limit in the figure's own unit: milliseconds, seconds, or a plain number."""
    given: Any = node.value
    plain = isinstance(given, int | float) or str(given).replace(".", "", 1).strip().isdigit()
    if "_ms" in figure and not plain:
        return units.parse_duration(str(given)) * 1000
    if figure.endswith("seconds") and not plain:
        return units.parse_duration(str(given))
    return units.parse_number(str(given))
