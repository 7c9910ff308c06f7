"""The load phase: rows in bulk into a table, generated or from a file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from benchlab.definitions.language.create_table import column_names
from benchlab.definitions.language.node_readers import (
    DefinitionSection,
    at_least,
    attempt,
    items,
    one_of,
    positive,
    scalar,
    text,
)
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases.load_file_source import FileSource, read_source
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext
from benchlab.definitions.phases.statements import session_variables
from benchlab.definitions.values import units

_HELP = KindHelp(
    "Rows in bulk into a table, generated or from a file.",
    {
        "": {
            "table": "The table that is filled.",
            "columns": "Which columns are filled, and by which values.",
            "rows": "How many rows: 100k.",
            "streams": "How many connections load at once.",
            "method": "LOAD DATA without a file on disk, or multi-row INSERT.",
            "batch": "Rows an INSERT.",
            "statement": "Rows a LOAD DATA; all puts a stream into one.",
            "flushed": "true also measures when all of it is on the disk.",
            "file": "A file of the folder for data files, instead of rows.",
            "delimiter": "What separates the fields of a line: one character.",
            "enclosed": "What encloses a field: one character.",
            "escaped": "What escapes a character: one character.",
            "widths": "Of a file of fixed width: the bytes of each field.",
            "header": "How many lines come before the first row.",
            "on_error": "Whether a bad line ends the load, or is counted and left out.",
        },
        "method": {
            "load data": "Streamed through LOAD DATA LOCAL, without a file on disk.",
            "insert": "INSERT statements of “batch” rows.",
        },
        "on_error": {
            "stop": "End at the first bad line, before it is sent.",
            "skip": "Leave bad lines out, and count them.",
        },
    },
    (
        '{"?": 1, table: "?", method: "?", flushed: "?", rows: 1}',
        '{"?": 1, name: any_file_load, table: any_table, file: any, on_error: "?"}',
        '{name: any_load, table: any_table, rows: 1, columns: {any_column: "?"}}',
    ),
)


@dataclass(frozen=True)
class LoadPhase(PlannedPhase):
    """Rows in bulk: ``columns`` maps each column of the table that is filled to the value that fills it.

    With a ``file`` they are its fields in order, and ``rows`` is 0.
    """

    kind = "load"
    help = _HELP
    may_be_parallel = True
    has_rate = True

    table: str
    rows: int
    columns: dict[str, str]
    streams: int = 1
    method: Literal["load data", "insert"] = "load data"
    batch_rows: int = 1000
    """Rows a statement, for the method "insert"."""
    statement_rows: int = 50_000
    """Rows a LOAD DATA statement; 0 puts all of a stream into one."""
    file: FileSource | None = None
    on_error: Literal["stop", "skip"] = "stop"
    """Whether a row that the table can not take as it is ends the load, or is counted and left out."""
    session: dict[str, str] = field(default_factory=dict)
    """Session variables of the connections that load."""
    flushed: bool = False
    """Whether the load's second end is measured too: when what it wrote is on the disk."""

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        table = section.get("table", one_of(tuple(context.tables)))
        known = column_names(context.tables.get(table or "", ""))
        common: dict[str, Any] = {
            "name": name,
            "table": table,
            "streams": section.get("streams", positive(units.parse_integer), default=1),
            "statement_rows": section.get("statement", _statement_rows, default=50_000),
            "session": section.get("session", session_variables, default={}),
            "flushed": section.get("flushed", scalar(units.parse_boolean), default=False),
        }
        fields = _file_fields(section, known) if section.has("file") else _row_fields(section, table, known, context)
        return cls(**common, **fields)

    @property
    def summary(self) -> str:
        return f"{f'the file {self.file.path}' if self.file else f'{self.rows:,} rows'} into {self.table}"

    @property
    def connections(self) -> int:
        return self.streams

    @classmethod
    def from_fields(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "file": FileSource.from_json(stored["file"]) if stored.get("file") else None})


def _row_fields(
    section: DefinitionSection, table: str, known: Sequence[str], context: ReadingContext
) -> dict[str, Any]:
    """Of generated rows: each column is filled by a value."""
    columns = section.get(
        "columns",
        lambda node: _column_values(node, table, known, context),
        default={column: column for column in known if column in context.values},
    )
    if known and not columns and not section.has("columns"):
        section.refuse(
            "columns", f"No value has the name of a column of {table}; say under “columns” which value fills which."
        )
    return {
        "rows": section.get("rows", at_least(units.parse_count, 0)),
        "columns": columns,
        "method": section.get("method", one_of(("load data", "insert")), default="load data"),
        "batch_rows": section.get("batch", positive(units.parse_count), default=1000),
    }


def _column_values(node: Node, table: str, known: Sequence[str], context: ReadingContext) -> dict[str, str]:
    """``[seller, day]`` fills columns by values of the same name, ``{sell_date: day}`` by others."""
    named = node.value if isinstance(node.value, dict) else {text(item): item for item in items(node)}
    for column, child in named.items():
        if known and column not in known:
            context.problems.append(child.key_problem(Unknown(f"{table} has no column “{column}”.", column, known)))

    def value_name(child: Node) -> str:
        name = text(child)
        if name not in context.values:
            raise Unknown(f"There is no value “{name}”.", name, context.values)
        return name

    return {column: attempt(child, value_name, context.problems, "") for column, child in named.items()}


def _file_fields(section: DefinitionSection, known: Sequence[str]) -> dict[str, Any]:
    """Of a file: its fields fill ``columns`` in order."""
    columns = section.get("columns", _columns(known), default=list(known))
    source = read_source(section)
    if source.widths and columns and len(source.widths) != len(columns):
        section.refuse("widths", f"{len(source.widths)} widths are given for {len(columns)} columns.")
    return {
        "rows": 0,
        "columns": {column: column for column in columns},
        "file": source,
        "on_error": section.get("on_error", one_of(("stop", "skip")), default="stop"),
    }


def _columns(known: Sequence[str]) -> Callable[[Node], list[str]]:
    def read(node: Node) -> list[str]:
        named = [text(item) for item in items(node)]
        if unknown := next((each for each in named if known and each not in known), ""):
            raise Unknown(f"The table has no column “{unknown}”.", unknown, known)
        if not named or len(set(named)) < len(named):
            raise ValueError("Name each column that the file fills once, in the order of its fields.")
        return named

    return read


def _statement_rows(node: Node) -> int:
    """``all`` is 0."""
    return 0 if text(node) == "all" else positive(units.parse_count)(node)
