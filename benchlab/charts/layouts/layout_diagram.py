"""A layout as a picture: bars in partition order, and a grid of partitions across and subpartitions down."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log2, log10

from benchlab.charts.layouts.table_layout import MEASURES, Column, TableLayout, bytes_of, piece_name, rows_in, rows_of
from benchlab.charts.render.number_format import count, short_count, size

MARGIN, TOP, LABELS_HEIGHT = 38.0, 8.0, 22.0
SHADES = 8
LETTER = 6.0
NARROW = 8.0
"""Cells that would be narrower stand in several lines, where no subpartitions stand beneath each other."""
WRAPPED = 16.0

Tops = Mapping[str, float]
"""By measure, where the axis of the bars ends."""


@dataclass(frozen=True, slots=True)
class DiagramFrame:
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


SIDE, WHOLE = DiagramFrame(), DiagramFrame(width=820.0, bars_height=150.0)


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A rectangle of the picture; ``shade`` runs from 0, empty, to 8."""

    x: float
    y: float
    width: float
    height: float
    shade: int
    title: str = ""


@dataclass(frozen=True)
class LayoutDiagram:
    """A table drawn by its rows; layout.js redraws it by another measure or as of another moment.

    ``places`` are the partitions that have a place in it: those of ``now``, and others that were there once.
    """

    now: TableLayout
    places: Sequence[Column]
    frame: DiagramFrame = SIDE
    tops: Tops = field(default_factory=dict)

    @property
    def table(self) -> str:
        return self.now.table

    @property
    def depth(self) -> int:
        return max(map(len, self.places))

    @property
    def step(self) -> float:
        return self.frame.step(len(self.places))

    @property
    def per_line(self) -> int:
        """Partitions side by side in the grid."""
        columns = len(self.places)
        is_wrapped = self.depth == 1 and self.step < NARROW
        return int((self.frame.width - MARGIN) // WRAPPED) if is_wrapped else columns

    @property
    def lines(self) -> int:
        return self.depth * ceil(len(self.places) / self.per_line)

    @property
    def row_height(self) -> float:
        return max(5.0, min(14.0, 110.0 / self.lines))

    @property
    def height(self) -> float:
        return self.frame.grid_top + self.lines * self.row_height + 2

    @property
    def top(self) -> float:
        return self.tops.get("rows") or tops_of([self.now])["rows"]

    @property
    def ticks(self) -> list[tuple[float, str]]:
        """(y, words)."""
        return [
            (TOP + self.frame.bars_height * (1 - share), short_count(self.top * share)) for share in (0.0, 0.5, 1.0)
        ]

    @property
    def labels(self) -> list[tuple[float, str]]:
        """As many names of partitions as there is room for."""
        if not self.now.is_partitioned:
            return [(MARGIN + self.step / 2, "the whole table")]
        names = [column[0]["partition"] or "" for column in self.places]
        every = max(1, ceil(LETTER * (max(map(len, names)) + 1) / self.step))
        return [(MARGIN + (across + 0.5) * self.step, name) for across, name in enumerate(names)][::every]

    @property
    def bars(self) -> list[tuple[str, str, list[Rectangle]]]:
        """Of each partition its name, what it holds, and its subpartitions stacked; empty ones have no height."""
        places = enumerate(self.places)
        return [(_name(column), _title(column), list(self._bar(across, column))) for across, column in places]

    def _bar(self, across: int, column: Column) -> Iterator[Rectangle]:
        base, left = self.frame.base, MARGIN + across * self.step
        for index, row in enumerate(column):
            height = self.frame.bars_height * rows_in(row) / self.top
            base -= height
            shade = SHADES - round(index * (SHADES - 2) / max(1, len(column) - 1))
            yield Rectangle(left + self.step * 0.12, base, self.step * 0.76, height, shade)

    @property
    def grid(self) -> list[Rectangle]:
        """Half dark is the mean, so that an even layout looks even and a skewed one does not."""
        mean = self.now.rows / len(self.now.pieces)
        return [
            self._cell(across, down, shade_of(rows_in(row), mean), _title([row]))
            for across, column in enumerate(self.places)
            for down, row in enumerate(column)
        ]

    def _cell(self, across: int, down: int, shade: int, title: str) -> Rectangle:
        line, place = divmod(across, self.per_line)
        step = self.frame.step(self.per_line)
        gap = min(2.0, step * 0.15)
        y = self.frame.grid_top + (line * self.depth + down) * self.row_height
        return Rectangle(MARGIN + place * step + gap / 2, y, step - gap, self.row_height - 1.5, shade, title)


def shade_of(value: float, mean: float) -> int:
    """From 1 on, so that an empty partition differs from a small one; the same in layout.js."""
    return min(SHADES, max(1, round(SHADES / 2 * value / mean))) if value else 0


def tops_of(moments: Iterable[TableLayout]) -> dict[str, float]:
    """Where the axis ends, so that all moments, or several runs, fit it and can be compared."""
    columns = [column for moment in moments for column in moment.columns]
    most = {name: max(map(measure, columns), default=0.0) for name, measure in MEASURES.items()}
    return {name: (nice_size if name == "bytes" else nice_ceiling)(value) for name, value in most.items()}


def _title(column: Column) -> str:
    about = "" if all(row["exact"] for row in column) else "about "
    return f"{_name(column)}: {about}{count(rows_of(column))} rows, {size(bytes_of(column))}"


def _name(column: Column) -> str:
    return piece_name(column[0]) if len(column) == 1 else column[0]["partition"]


def nice_ceiling(value: float) -> float:
    """The next 1, 1.5, 2, ... times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10) if step * power >= value)


def nice_size(value: float) -> float:
    """The next 1, 1.5, 2, 3, 4, 6, ... KiB, MiB, and so on: so that half an axis needs no fraction."""
    power = 2.0 ** floor(log2(max(value, 1024.0)))
    return next(step * power for step in (1, 1.5, 2) if step * power >= value)
