"""Which partitions each query read, and what share of the table that is."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from benchlab.charts.layouts.table_layout import LayoutRow, TableLayout, explain_name, piece_name, rows_in
from benchlab.charts.render.number_format import count, percent
from benchlab.definitions.phases import repeat
from benchlab.models import Phase

NAMED = 8
"""Partitions; of more there is only the number."""


@dataclass(frozen=True)
class Read:
    """What the server's plan said of a query: partitions and rows by table, under the names that EXPLAIN gives."""

    query: str
    phase: Phase
    partitions: Mapping[str, Sequence[str]]
    plan: Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Pruning:
    """What a query read of a table. ``pieces`` are the names of the smallest parts, as ``piece_name`` writes them."""

    query: str
    pieces: tuple[str, ...]
    total: int
    rows_share: float | None
    """The share of the table's rows in these partitions, in the layout captured closest to the query."""
    expected_rows: float | None
    """How many the server's plan expected to look at."""
    where: str

    @property
    def is_all(self) -> bool:
        return len(self.pieces) == self.total

    @property
    def words(self) -> str:
        read, share = len(self.pieces), len(self.pieces) / self.total
        told = f"reads all {self.total}" if self.is_all else f"reads {read} of {self.total} ({percent(share)})"
        held = "" if self.is_all or self.rows_share is None else f" with {percent(self.rows_share)} of the rows"
        expects = "" if self.expected_rows is None else f"; the plan estimates {count(self.expected_rows)} rows"
        return f"{told}{held}{expects}"


def reads_of(phases: Sequence[Phase]) -> list[Read]:
    """For each query whose partitions the server reported; the first of its repeats."""
    found: dict[str, Read] = {}
    for phase in phases:
        details = (phase.result or {}).get("details") or {}
        if details.get("partitions"):
            name = repeat.base(phase.name)
            found.setdefault(name, Read(name, phase, details["partitions"], details.get("plan") or ()))
    return list(found.values())


def pruning_of(read: Read, then: TableLayout, tables: Collection[str]) -> Pruning | None:
    """What the query read of a table as it was laid out then; None where that is nothing. ``tables`` are the run's."""
    titles = [title for title in read.partitions if title == then.table or title not in tables]
    names = {name for title in titles for name in read.partitions[title]}
    rows = [row for row in then.pieces if {explain_name(row), row["partition"]} & names]
    if not rows:
        return None
    return Pruning(
        read.query,
        tuple(map(piece_name, rows)),
        len(then.pieces),
        sum(map(rows_in, rows)) / then.rows if then.rows else None,
        _expected(read, titles),
        _where(rows, then),
    )


def _expected(read: Read, titles: Collection[str]) -> float | None:
    told = [row["rows"] for row in read.plan if row.get("table") in titles and row.get("rows") is not None]
    return sum(map(float, told)) if told else None


def _where(rows: Sequence[LayoutRow], then: TableLayout) -> str:
    """``p4 (2 of 10), p5``."""
    if len(rows) == len(then.pieces):
        return ""
    named = list(_by_partition(rows, then))
    more = f" and {len(named) - NAMED} more" if len(named) > NAMED else ""
    return ", ".join(named[:NAMED]) + more


def _by_partition(rows: Sequence[LayoutRow], then: TableLayout) -> Iterator[str]:
    for partition, group in groupby(rows, key=lambda row: row["partition"]):
        read = len(list(group))
        yield partition if read in (1, then.subpartitions) and not then.subpartitions else _share(partition, read, then)


def _share(partition: str, read: int, then: TableLayout) -> str:
    return f"{partition} (all)" if read == then.subpartitions else f"{partition} ({read} of {then.subpartitions})"
