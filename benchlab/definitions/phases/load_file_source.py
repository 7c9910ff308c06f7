"""The file that a load phase reads: lines of fields, by delimiter or by width."""

from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any, Self

from benchlab.definitions.language.node_readers import DefinitionSection, at_least, items, positive, text
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.values import units

_LARGEST_LINE = 2**20
_SPECIALS = {r"\t": "\t", "tab": "\t", "space": " "}


@dataclass(frozen=True)
class FileSource:
    """A file of lines, a row each, in the installation's folder for data files; of fields by delimiter or width.

    ``enclosed`` and ``escaped`` are empty where nothing is.
    """

    path: str
    delimiter: str = ","
    enclosed: str = ""
    escaped: str = ""
    widths: tuple[int, ...] = ()
    """In bytes, of every field; empty where a delimiter separates them."""
    header: int = 0
    """How many lines come before the first row."""

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "widths": tuple(stored["widths"])})


def read_source(section: DefinitionSection) -> FileSource:
    if section.has("widths"):
        for key in ("delimiter", "enclosed", "escaped"):
            if section.has(key):
                section.refuse(key, "Fields are separated by “widths” or by a “delimiter”, not both.")
    return FileSource(
        section.get("file", _inside, default=""),
        delimiter=section.get("delimiter", _character, default=","),
        enclosed=section.get("enclosed", _character_or_none, default=""),
        escaped=section.get("escaped", _character_or_none, default=""),
        widths=section.get("widths", _widths, default=()),
        header=section.get("header", at_least(units.parse_count, 0), default=0),
    )


def _inside(node: Node) -> str:
    """Where a file is within its folder; the launch finds out whether it is there."""
    given = text(node)
    path = PurePosixPath(given)
    if not given or path.is_absolute() or ".." in path.parts or "\0" in given:
        raise ValueError(
            f"“{given}” is not in the folder for data files: name a file by its path within that folder, without “..”."
        )
    return given


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
