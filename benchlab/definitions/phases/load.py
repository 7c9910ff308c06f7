"""What a load phase may say: rows that are generated, or those of a file."""

import re
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath

from benchlab.definitions.language.reading import Section, at_least, entries, items, one_of, positive, scalar, text
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.plan.plan_parts import FileSource, LoadPhase
from benchlab.definitions.values import units

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = re.compile(r"[\w.,-]+", re.ASCII)
_LARGEST_LINE = 2**20
_SPECIALS = {r"\t": "\t", "tab": "\t", "space": " "}


def read_load(section: Section, name: str, *, table: str, columns: dict[str, str]) -> LoadPhase:
    """Generated rows: ``columns`` maps columns to values."""
    return LoadPhase(
        name,
        table,
        rows=section.get("rows", at_least(units.parse_count, 0)),
        columns=columns,
        streams=section.get("streams", positive(units.parse_integer), default=1),
        method=section.get("method", one_of(("load data", "insert")), default="load data"),  # type: ignore[arg-type]
        batch_rows=section.get("batch", positive(units.parse_count), default=1000),
        statement_rows=section.get("statement", _statement_rows, default=50_000),
        session=section.get("session", session_variables, default={}),
        flushed=section.get("flushed", scalar(units.parse_boolean), default=False),
    )


def read_file_load(section: Section, name: str, *, table: str, known: Sequence[str]) -> LoadPhase:
    """The rows of a file, whose fields fill ``columns`` in order; ``known`` are all that the table has."""
    columns = section.get("columns", _columns(known), default=list(known))
    source = _source(section)
    if source.widths and columns and len(source.widths) != len(columns):
        section.refuse("widths", f"{len(source.widths)} widths are given for {len(columns)} columns.")
    return LoadPhase(
        name,
        table,
        rows=0,
        columns={column: column for column in columns},
        streams=section.get("streams", positive(units.parse_integer), default=1),
        statement_rows=section.get("statement", _statement_rows, default=50_000),
        file=source,
        on_error=section.get("on_error", one_of(("stop", "skip")), default="stop"),  # type: ignore[arg-type]
        session=section.get("session", session_variables, default={}),
        flushed=section.get("flushed", scalar(units.parse_boolean), default=False),
    )


def _source(section: Section) -> FileSource:
    if section.has("widths"):
        for key in ("delimiter", "enclosed", "escaped"):
            if section.has(key):
                section.refuse(key, "Fields are parted by “widths” or by a “delimiter”, not both.")
    return FileSource(
        section.get("file", _inside, default=""),
        delimiter=section.get("delimiter", _character, default=","),
        enclosed=section.get("enclosed", _character_or_none, default=""),
        escaped=section.get("escaped", _character_or_none, default=""),
        widths=section.get("widths", _widths, default=()),
        header=section.get("header", at_least(units.parse_count, 0), default=0),
    )


def _inside(node: Node) -> str:
    """Where a file is within its folder; whether it is there the launch finds out."""
    given = text(node)
    path = PurePosixPath(given)
    if not given or path.is_absolute() or ".." in path.parts or "\0" in given:
        raise ValueError(
            f"“{given}” is no file of the folder for data files: name it by its path within that folder, without “..”."
        )
    return given


def _columns(known: Sequence[str]) -> Callable[[Node], list[str]]:
    def read(node: Node) -> list[str]:
        named = [text(item) for item in items(node)]
        if unknown := next((each for each in named if known and each not in known), ""):
            raise Unknown(f"The table has no column “{unknown}”.", unknown, known)
        if not named or len(set(named)) < len(named):
            raise ValueError("Each column that the file fills is named once, in the order of its fields.")
        return named

    return read


def _character(node: Node) -> str:
    given = str(node.value)
    given = _SPECIALS.get(given, given)
    if len(given) != 1 or not given.isascii() or given in "\n\r\0":
        raise ValueError(f"“{given}” is not one ASCII character, such as “,”, “;”, “|” or “\\t”.")
    return given


def _character_or_none(node: Node) -> str:
    return _character(node) if str(node.value) else ""


def _widths(node: Node) -> tuple[int, ...]:
    widths = tuple(positive(units.parse_integer)(item) for item in items(node))
    if not widths or sum(widths) > _LARGEST_LINE:
        raise ValueError(
            f"Widths are a list of one number of bytes for each field, {_LARGEST_LINE:,} together at most."
        )
    return widths


def _statement_rows(node: Node) -> int:
    """``all`` is 0."""
    return 0 if text(node) == "all" else positive(units.parse_count)(node)


def session_variables(node: Node) -> dict[str, str]:
    """Those with an empty value are left alone."""
    found = {name: text(child) for name, child in entries(node).items()}
    for name, value in found.items():
        if not _NAME.fullmatch(name):
            raise ValueError(f"“{name}” is not the name of a session variable.")
        if value and not _VALUE.fullmatch(value):
            raise ValueError(f"“{value}” is no value for {name}: a number or a word is expected.")
    return {name: value for name, value in found.items() if value}
