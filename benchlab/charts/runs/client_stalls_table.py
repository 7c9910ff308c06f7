"""Stalls that clients observed while other statements ran, as rows of a table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from benchlab.models import Phase


@dataclass(frozen=True)
class StallRow:
    """A statement, and the clients of one drive."""

    parent: str
    """The phases at once that it was one of."""
    statement: str
    seconds: float
    rows: int | None
    """As the server reported them; None where it reported none, as for TRUNCATE."""
    error: str
    drive: str
    stall_s: float
    otherwise_s: float
    longest_ms: float | None
    partly: bool


def observed_stalls(phases: Iterable[Phase]) -> list[StallRow]:
    return [row for phase in phases if phase.result for row in _rows(phase.name, phase.result.get("details") or {})]


def _rows(parent: str, details: dict[str, Any]) -> Iterator[StallRow]:
    for action in details.get("actions", ()):
        took_s, rows = action["ended_s"] - action["began_s"], action["rows"] or None
        for felt in action["felt"]:
            yield StallRow(parent, action["statement"], took_s, rows, action["error"], **felt)
