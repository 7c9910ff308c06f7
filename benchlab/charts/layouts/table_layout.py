"""A table as it was laid out at one moment: its partitions in their order, and the figures of what they hold."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchlab.analysis.statistics.partition_skew import Evenness, evenness
from benchlab.charts.render.number_format import UNKNOWN, count, figure, percent, size

LayoutRow = Mapping[str, Any]
Column = Sequence[LayoutRow]
"""The subpartitions of one partition, or the partition itself."""


def rows_in(row: LayoutRow) -> float:
    return row["rows"] or 0


def bytes_in(row: LayoutRow) -> float:
    return (row["data_bytes"] or 0) + (row["index_bytes"] or 0)


def rows_of(column: Column) -> float:
    return sum(map(rows_in, column))


def bytes_of(column: Column) -> float:
    return sum(map(bytes_in, column))


def bytes_per_row(column: Column) -> float:
    """0 where there is no row."""
    rows = rows_of(column)
    return bytes_of(column) / rows if rows else 0.0


Measure = Callable[[Column], float]
MEASURES: dict[str, Measure] = {"rows": rows_of, "bytes": bytes_of, "per_row": bytes_per_row}
TITLES = {"rows": "rows", "bytes": "bytes", "per_row": "bytes per row"}


@dataclass(frozen=True)
class TableLayout:
    """``columns`` are partitions; a table that is not partitioned is one column without a name."""

    table: str
    columns: tuple[tuple[LayoutRow, ...], ...]

    @property
    def is_partitioned(self) -> bool:
        return bool(self.columns[0][0]["partition"])

    @property
    def method(self) -> str:
        return self.columns[0][0]["method"] or ""

    @property
    def expression(self) -> str:
        return self.columns[0][0].get("expression") or ""

    @property
    def subpartitions(self) -> int:
        """Of each partition; 0 where there is no second level."""
        return len(self.columns[0]) if self.columns[0][0]["subpartition"] else 0

    @cached_property
    def pieces(self) -> tuple[LayoutRow, ...]:
        """The smallest parts, partition by partition."""
        return tuple(row for column in self.columns for row in column)

    @property
    def shape(self) -> tuple[tuple[Any, ...], ...]:
        """How it is cut, whatever it holds."""
        return tuple(
            (row["partition"], row["subpartition"], row["method"], row.get("expression"), row.get("description"))
            for row in self.pieces
        )

    @property
    def is_exact(self) -> bool:
        return all(row["exact"] for row in self.pieces)

    @property
    def rows(self) -> float:
        return rows_of(self.pieces)

    @property
    def bytes(self) -> float:
        return bytes_of(self.pieces)

    @property
    def data_bytes(self) -> float:
        return sum(row["data_bytes"] or 0 for row in self.pieces)

    @property
    def index_bytes(self) -> float:
        return sum(row["index_bytes"] or 0 for row in self.pieces)

    @property
    def index_share(self) -> float | None:
        """Index by data."""
        return self.index_bytes / self.data_bytes if self.data_bytes else None

    @property
    def bytes_per_row(self) -> float | None:
        return bytes_per_row(self.pieces) or None

    @property
    def empty(self) -> int:
        return sum(not rows_of(column) for column in self.columns)

    @property
    def evenness(self) -> Evenness | None:
        """Of the rows of its partitions."""
        return self.evenness_by("rows") if self.is_partitioned else None

    @property
    def evenness_of_subpartitions(self) -> Evenness | None:
        return evenness([rows_in(row) for row in self.pieces]) if self.subpartitions else None

    def evenness_by(self, measure: str) -> Evenness | None:
        return evenness([MEASURES[measure](column) for column in self.columns])

    @property
    def cut_words(self) -> str:
        """How it is cut, in words: ``12 partitions by RANGE``."""
        if not self.is_partitioned:
            return "not partitioned"
        several = f"{len(self.columns)} partition{'s' if len(self.columns) > 1 else ''}"
        within = f" \N{MULTIPLICATION SIGN} {self.subpartitions} subpartitions" if self.subpartitions else ""
        return f"{several}{within} by {self.method}"

    @property
    def held_words(self) -> str:
        about = "" if self.is_exact else "about "
        told = f"{about}{count(self.rows)} rows, {size(self.bytes)}"
        return f"{told}, {figure(self.bytes_per_row)} bytes per row" if self.rows else told

    def words_by(self, measure: str) -> str:
        """How evenly it lies, by a measure."""
        if not self.is_partitioned:
            return ""
        if measure == "per_row":
            return self._density_words
        even = self.evenness_by(measure)
        if even is None:
            return "all partitions are empty"
        largest = self.columns[even.largest][0]["partition"]
        told = f"largest {largest} {percent(even.largest_share)}, skew {figure(even.skew)}"
        empty = f", {self.empty} empty" if self.empty else ""
        return f"{told}, variation {figure(even.variation)}{empty}"

    @property
    def _density_words(self) -> str:
        dense = {column[0]["partition"]: bytes_per_row(column) for column in self.columns if rows_of(column)}
        if not dense:
            return UNKNOWN
        least, most = min(dense, key=dense.__getitem__), max(dense, key=dense.__getitem__)
        return f"{figure(dense[least])} bytes per row in {least} to {figure(dense[most])} in {most}"


def table_layouts(rows: Iterable[LayoutRow]) -> dict[str, TableLayout]:
    """By table, in the order of the rows, their partitions in their own order."""
    tables: dict[str, dict[str, list[LayoutRow]]] = {}
    for row in rows:
        tables.setdefault(row["table"], {}).setdefault(row["partition"] or "", []).append(row)
    return {
        table: TableLayout(table, tuple(tuple(column) for column in columns.values()))
        for table, columns in tables.items()
    }


def piece_name(row: LayoutRow) -> str:
    return " / ".join(filter(None, (row["partition"], row["subpartition"]))) or "the whole table"


def explain_name(row: LayoutRow) -> str:
    """As EXPLAIN names it: ``p3_p3sp5``."""
    return f"{row['partition']}_{row['subpartition']}" if row["subpartition"] else row["partition"] or ""
