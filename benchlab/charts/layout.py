"""Partition layouts as a picture: bars in partition order, and a grid of partitions across and subpartitions down."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Any

from benchlab.charts.written import size

LayoutRow = Mapping[str, Any]
Measure = Callable[[LayoutRow], float]
Touch = Mapping[str, Mapping[str, Sequence[str]]]
"""By query, the partitions it read of each table, by the names that EXPLAIN gives: an alias, and ``p3_p3sp5``."""

MARGIN, TOP, LABELS_HEIGHT = 38.0, 8.0, 22.0
SHADES = 8


@dataclass(frozen=True, slots=True)
class Frame:
    """How large a picture is, in the units of its own text: a wider one shows more, not larger letters."""

    width: float = 400.0
    bars_height: float = 104.0

    @property
    def base(self) -> float:
        return TOP + self.bars_height

    @property
    def grid_top(self) -> float:
        return self.base + LABELS_HEIGHT

    def step(self, columns: int) -> float:
        return (self.width - MARGIN) / columns


SIDE, WHOLE = Frame(), Frame(width=820.0, bars_height=180.0)


@dataclass(frozen=True, slots=True)
class Cell:
    """A rectangle of the picture; ``shade`` runs from 0, empty, to 8."""

    x: float
    y: float
    width: float
    height: float
    shade: int
    title: str


@dataclass(frozen=True)
class Measured:
    """The picture by rows or by bytes; ``ticks`` are (y, value)."""

    name: str
    bars: tuple[Cell, ...]
    grid: tuple[Cell, ...]
    ticks: tuple[tuple[float, float], ...]
    skew: float | None
    """Largest partition by the mean of all."""
    largest: str
    largest_share: float


@dataclass(frozen=True)
class Touched:
    """The partitions that a query read."""

    query: str
    cells: tuple[Cell, ...]
    total: int

    @property
    def count(self) -> int:
        return len(self.cells)

    @property
    def is_all(self) -> bool:
        return self.count == self.total


@dataclass(frozen=True)
class Picture:
    table: str
    exact: bool
    partitions: tuple[str, ...]
    subpartitions: int
    frame: Frame
    height: float
    labels: tuple[tuple[float, str], ...]
    measures: tuple[Measured, ...]
    touched: tuple[Touched, ...]
    method: str
    empty: tuple[str, ...]


def pictures(rows: Sequence[LayoutRow], touched: Touch, frame: Frame = SIDE) -> list[Picture]:
    """A picture of each partitioned table, with the partitions that queries read."""
    tables = _tables(rows)
    return [
        _Drawing(table, columns, frame).picture({query: _names(read, table, tables) for query, read in touched.items()})
        for table, columns in tables.items()
    ]


def _names(read: Mapping[str, Sequence[str]], table: str, tables: Collection[str]) -> set[str]:
    """What was read of the table under its own name, or under one that is no table's and so may be its alias."""
    return {name for title, names in read.items() if title == table or title not in tables for name in names}


def _tables(rows: Iterable[LayoutRow]) -> dict[str, list[list[LayoutRow]]]:
    """By table, its partitions in their own order, each a list of subpartitions; unpartitioned tables are left out."""
    tables: dict[str, dict[str, list[LayoutRow]]] = {}
    for row in rows:
        if row["partition"]:
            tables.setdefault(row["table"], {}).setdefault(row["partition"], []).append(row)
    return {table: list(partitions.values()) for table, partitions in tables.items()}


class _Drawing:
    """One table in one frame."""

    def __init__(self, table: str, columns: list[list[LayoutRow]], frame: Frame) -> None:
        self.table, self.columns, self.frame = table, columns, frame
        self.depth = max(len(column) for column in columns)
        self.step = frame.step(len(columns))
        self.row_height = max(5.0, min(14.0, 110.0 / self.depth))

    def picture(self, touched: Mapping[str, set[str]]) -> Picture:
        first = self.columns[0][0]
        return Picture(
            table=self.table,
            exact=all(row["exact"] for column in self.columns for row in column),
            partitions=tuple(column[0]["partition"] for column in self.columns),
            subpartitions=self.depth if first["subpartition"] else 0,
            frame=self.frame,
            height=self.frame.grid_top + self.depth * self.row_height + 2,
            labels=self._labels(),
            measures=tuple(self._measured(name, measure) for name, measure in MEASURES.items()),
            touched=tuple(found for query, names in touched.items() if (found := self._touched(query, names)).count),
            method=first["method"] or "",
            empty=tuple(column[0]["partition"] for column in self.columns if not sum(map(_rows, column))),
        )

    def _measured(self, name: str, measure: Measure) -> Measured:
        sums = [sum(map(measure, column)) for column in self.columns]
        total, top, largest = sum(sums), nice_ceiling(max(sums)), sums.index(max(sums))
        return Measured(
            name=name,
            bars=tuple(
                cell for across, column in enumerate(self.columns) for cell in self._bar(across, column, measure, top)
            ),
            grid=tuple(self._grid(measure)),
            ticks=tuple((TOP + self.frame.bars_height * (1 - share), top * share) for share in (0.0, 0.5, 1.0)),
            skew=sums[largest] * len(sums) / total if total else None,
            largest=self.columns[largest][0]["partition"],
            largest_share=sums[largest] / total if total else 0.0,
        )

    def _bar(self, across: int, column: list[LayoutRow], measure: Measure, top: float) -> Iterable[Cell]:
        """The subpartitions of one partition, stacked."""
        base, left = self.frame.base, MARGIN + across * self.step
        for index, row in enumerate(column):
            height = self.frame.bars_height * measure(row) / top
            base -= height
            shade = SHADES - round(index * (SHADES - 2) / max(1, len(column) - 1))
            if height > 0:
                yield Cell(left + self.step * 0.12, base, self.step * 0.76, height, shade, _title(row))

    def _grid(self, measure: Measure) -> Iterable[Cell]:
        """Half dark is the mean, so that an even layout looks even and a skewed one does not."""
        sizes = [measure(row) for column in self.columns for row in column]
        mean = sum(sizes) / len(sizes)
        for across, down, row in self._places():
            # From 1 on, so that an empty partition is told from a small one.
            shade = min(SHADES, max(1, round(SHADES / 2 * measure(row) / mean))) if measure(row) else 0
            yield self._cell(across, down, shade, _title(row))

    def _touched(self, query: str, names: set[str]) -> Touched:
        places = list(self._places())
        read = [place for place in places if {_explain_name(place[2]), place[2]["partition"]} & names]
        return Touched(
            query, tuple(self._cell(across, down, SHADES, _title(row)) for across, down, row in read), len(places)
        )

    def _places(self) -> Iterable[tuple[int, int, LayoutRow]]:
        for across, column in enumerate(self.columns):
            for down, row in enumerate(column):
                yield across, down, row

    def _cell(self, across: int, down: int, shade: int, title: str) -> Cell:
        gap = min(2.0, self.step * 0.15)
        y = self.frame.grid_top + down * self.row_height
        return Cell(MARGIN + across * self.step + gap / 2, y, self.step - gap, self.row_height - 1.5, shade, title)

    def _labels(self) -> tuple[tuple[float, str], ...]:
        """As many names as there is room for."""
        every = max(1, ceil(24 / self.step))
        named = [
            (MARGIN + (across + 0.5) * self.step, column[0]["partition"]) for across, column in enumerate(self.columns)
        ]
        return tuple(named[::every])


def _rows(row: LayoutRow) -> float:
    return row["rows"] or 0


def _bytes(row: LayoutRow) -> float:
    return (row["data_bytes"] or 0) + (row["index_bytes"] or 0)


MEASURES: dict[str, Measure] = {"rows": _rows, "bytes": _bytes}


def _explain_name(row: LayoutRow) -> str:
    return f"{row['partition']}_{row['subpartition']}" if row["subpartition"] else row["partition"]


def _title(row: LayoutRow) -> str:
    name = " / ".join(filter(None, (row["partition"], row["subpartition"])))
    about = "" if row["exact"] else "about "
    return f"{name}: {about}{_rows(row):,.0f} rows, {size(_bytes(row))}"


def nice_ceiling(value: float) -> float:
    """The next 1, 1.5, 2, ... times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= value)
