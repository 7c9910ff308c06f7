"""Phases of an expanded definition: what each kind may say, read into the plan's dataclasses."""

from collections.abc import Callable, Collection, Mapping
from functools import cached_property

from benchlab.definitions.language import sql_lexer
from benchlab.definitions.language.ddl import column_names
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.reading import Section, at_least, attempt, items, one_of, positive, scalar, text
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases import repeats
from benchlab.definitions.phases.load import read_file_load, read_load, session_variables
from benchlab.definitions.phases.transactions import LONGEST_NAME, StatementReader
from benchlab.definitions.plan.conditions import ConditionReader
from benchlab.definitions.plan.plan_parts import (
    CheckPhase,
    DrivePhase,
    MyisamchkPhase,
    ParallelPhase,
    Phase,
    QueryPhase,
    RestartPhase,
    SizePhase,
    SqlPhase,
)
from benchlab.definitions.values import units

_MOST_SHOTS = 100
_AT_ONCE = {"sql", "load", "drive", "query"}


class PhaseReader:
    """Reads the phases of one definition; knows its tables and values, and the phases read so far."""

    def __init__(self, tables: Mapping[str, str], values: Collection[str], problems: list[Problem]) -> None:
        self.tables = tables
        self.values = values
        self.problems = problems
        self.names: list[str] = []
        """The phases that will run."""
        self.named: list[str] = []
        """These and those that their ``when`` leaves out."""
        self.kinds: dict[str, str] = {}
        """Of the phases that will run, by name."""
        self.left_out: dict[str, str] = {}
        """Why, by name, where a phase that its ``when`` leaves out says so."""
        self._sql_of = StatementReader(values, problems)
        self._shot = 1
        self._runs = True
        self._inside_parallel = False

    @cached_property
    def _readers(self) -> dict[str, Callable[[Section, str], Phase | None]]:
        return {
            "sql": self._sql,
            "load": self._load,
            "drive": self._drive,
            "query": self._query,
            "restart": self._restart,
            "myisamchk": self._myisamchk,
            "size": self._size,
            "parallel": self._parallel,
            "check": self._check,
        }

    def read(self, node: Node) -> tuple[Phase, ...]:
        """The phases of a list whose ``when`` does not say no."""
        return tuple(phase for item in items(node) for phase in self._phases(item))

    def _phases(self, node: Node) -> tuple[Phase, ...]:
        if not isinstance(node.value, dict) or len(node.value) != 1:
            self.problems.append(node.problem("A phase is one kind with its settings, such as “- drive: {...}”."))
            return ()
        kind, inner = next(iter(node.value.items()))
        known = (*self._readers, "repeat")
        if kind not in known:
            self.problems.append(inner.key_problem(Unknown(f"There is no phase “{kind}”.", kind, known)))
            return ()
        return self._of_kind(kind, Section(inner, self.problems))

    def _of_kind(self, kind: str, section: Section) -> tuple[Phase, ...]:
        reason = section.get("otherwise", text, default="")
        if reason and not section.has("when"):
            section.refuse("otherwise", "This says why a phase is left out, which only one with “when” can be.")
        if not section.get("when", scalar(units.parse_boolean), default=True):
            self._check_left_out(kind, section, reason)
            return ()
        if kind == "repeat":
            return self._repeated(section)
        phase = self._phase(kind, section)
        return (phase,) if phase else ()

    def _repeated(self, section: Section) -> tuple[Phase, ...]:
        """The plan has the phases of every shot, under names of their own."""
        times = section.get("times", positive(units.parse_count)) or 1
        if self._shot > 1 or self._inside_parallel or times > _MOST_SHOTS:
            section.refuse("times", f"A repeat stands in no parallel and no other repeat, {_MOST_SHOTS} times at most.")
            times = 1
        phases: tuple[Phase, ...] = ()
        before = len(self.problems)
        for self._shot in range(1, times + 1):
            # What is wrong with the first shot is wrong with all.
            phases += (section.get("phases", self.read) or ()) if len(self.problems) == before else ()
        self._shot = 1
        section.finish()
        return phases

    def _phase(self, kind: str, section: Section) -> Phase | None:
        before = len(self.problems)
        name = self._name(section, kind)
        if name in self.names and self._runs:
            section.refuse("name", f"There are two phases “{name}”; give each a name of its own.")
        self.names.append(name)
        self.kinds[name] = kind
        phase = self._readers[kind](section, name)
        section.finish()
        return phase if len(self.problems) == before else None

    def _name(self, section: Section, kind: str) -> str:
        name = section.get("name", _short, default=kind)
        self.named.append(name)
        if len(named := repeats.named(name, self._shot)) > LONGEST_NAME:
            section.refuse("name", "With the number of its shot this name is too long.")
        return named

    def _check_left_out(self, kind: str, section: Section, reason: str) -> None:
        """A phase that does not run with these values is read too; what came out of templates then proves nothing."""
        reader = PhaseReader(self.tables, self.values, [])
        reader.named, reader._runs, reader._inside_parallel = self.named, False, self._inside_parallel
        section.problems = reader.problems
        if kind == "repeat":
            reader.names = list(self.named)
            reader._repeated(section)
        else:
            name = reader._name(section, kind)
            reader.names = list(self.named)
            self.left_out |= {name: reason} if reason else {}
            reader._readers[kind](section, name)
            section.finish()
        uncertain = {leaf.place for leaf in section.node.scalars() if leaf.expanded or leaf.broken}
        self.problems += [each for each in reader.problems if (each.line, each.column) not in uncertain]

    def _sql(self, section: Section, name: str) -> Phase:
        statements = section.get("statements", lambda node: self._sql_of.statements(node, name))
        for statement in statements or ():
            if names := sql_lexer.placeholders(statement.sql):
                section.refuse("statements", f"“:{names[0]}”: only load, drive and query draw values.")
        return SqlPhase(
            name,
            statements,
            after_s=section.get("after", scalar(units.parse_duration), default=0.0),
            every_s=section.get("every", scalar(units.parse_duration), default=0.0),
            session=section.get("session", session_variables, default={}),
            may_fail=section.get("may_fail", _error_codes, default=()),
        )

    def _load(self, section: Section, name: str) -> Phase:
        table = section.get("table", one_of(tuple(self.tables)))
        if section.has("file"):
            return read_file_load(section, name, table=table, known=self._columns(table))
        default_columns = {column: column for column in self._columns(table) if column in self.values}
        columns = section.get("columns", lambda node: self._column_values(node, table), default=default_columns)
        if self._columns(table) and not columns and not section.has("columns"):
            section.refuse(
                "columns", f"No value has the name of a column of {table}; say under “columns” what fills which."
            )
        return read_load(section, name, table=table, columns=columns)

    def _drive(self, section: Section, name: str) -> Phase:
        drive = DrivePhase(
            name,
            clients=section.get("clients", positive(units.parse_count)),
            transactions=section.get("transactions", self._sql_of.transactions),
            duration_s=section.get("for", positive(units.parse_duration), default=None),
            count=section.get("count", positive(units.parse_count), default=None),
            warmup_s=section.get("warmup", scalar(units.parse_duration), default=0.0),
            rate_per_s=section.get("rate", positive(units.parse_rate), default=None),
            arrival=section.get("arrival", one_of(("fixed", "poisson")), default="fixed"),  # type: ignore[arg-type]
            pace_per_s=section.get("pace", positive(units.parse_rate), default=None),
            think_s=section.get("think", scalar(units.parse_duration), default=0.0),
            retries=section.get("retries", at_least(units.parse_count, 0), default=0),
            prepared=section.get("prepared", scalar(units.parse_boolean), default=False),
        )
        if section.has("for") and section.has("count"):
            sentence = "A drive ends after a time (“for”) or a number of transactions (“count”), not both."
            section.refuse("count", sentence)
        if not (section.has("for") or section.has("count") or self._inside_parallel):
            section.refuse("for", "Say when the drive ends: “for: 30s” or “count: 100k”.")
        if drive.rate_per_s and drive.pace_per_s:
            section.refuse("pace", "A drive has a “rate” of all its clients together or a “pace” of each, not both.")
        return drive

    def _query(self, section: Section, name: str) -> Phase:
        statement = section.get("sql", self._sql_of.statement)
        return QueryPhase(
            name,
            statement,
            repeat=section.get("repeat", positive(units.parse_count), default=1),
            after_s=section.get("after", scalar(units.parse_duration), default=0.0),
            every_s=section.get("every", scalar(units.parse_duration), default=0.0),
        )

    def _restart(self, section: Section, name: str) -> Phase:
        return RestartPhase(name, cache=section.get("cache", one_of(("cold", "as is")), default="cold"))  # type: ignore[arg-type]

    def _myisamchk(self, section: Section, name: str) -> Phase:
        table = section.get("table", one_of(tuple(self.tables)))
        return MyisamchkPhase(name, table, section.get("keys", one_of(("disable", "enable"))))  # type: ignore[arg-type]

    def _size(self, section: Section, name: str) -> Phase:
        return SizePhase(name, section.get("table", one_of(tuple(self.tables))))

    def _parallel(self, section: Section, name: str) -> Phase | None:
        self._inside_parallel = True
        phases = section.get("phases", self.read)
        self._inside_parallel = False
        if any(phase.kind not in _AT_ONCE for phase in phases or ()):
            section.refuse("phases", "A parallel phase holds sql, load, drive and query phases.")
        elif phases and all(isinstance(phase, DrivePhase) and not _has_an_end(phase) for phase in phases):
            section.refuse("phases", "None of these phases has an end: give a drive “for” or “count”.")
        tail_s = section.get("tail", scalar(units.parse_duration), default=0.0)
        return ParallelPhase(name, phases, tail_s) if phases else None

    def _check(self, section: Section, name: str) -> Phase:
        return CheckPhase(name, section.get("expect", ConditionReader(self.names[:-1], self.problems).read))

    def _columns(self, table: str | None) -> list[str]:
        return column_names(self.tables.get(table or "", ""))

    def _column_values(self, node: Node, table: str | None) -> dict[str, str]:
        """``[seller, day]`` fills columns by values of the same name, ``{sell_date: day}`` by others."""
        named = node.value if isinstance(node.value, dict) else {text(item): item for item in items(node)}
        for column, child in named.items():
            if (known := self._columns(table)) and column not in known:
                self.problems.append(child.key_problem(Unknown(f"{table} has no column “{column}”.", column, known)))
        return {column: attempt(child, self._value_name, self.problems, "") for column, child in named.items()}

    def _value_name(self, node: Node) -> str:
        name = text(node)
        if name not in self.values:
            raise Unknown(f"No value is called “{name}”.", name, self.values)
        return name


def _short(node: Node) -> str:
    name = text(node)
    if not 0 < len(name) <= LONGEST_NAME:
        raise ValueError(f"A name has 1 to {LONGEST_NAME} characters.")
    return name


def _error_codes(node: Node) -> tuple[int, ...]:
    return tuple(positive(units.parse_integer)(item) for item in items(node))


def _has_an_end(drive: DrivePhase) -> bool:
    return drive.duration_s is not None or drive.count is not None
