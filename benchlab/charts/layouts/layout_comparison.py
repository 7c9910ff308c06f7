"""Layouts of the same tables in several runs, side by side, and how they differ."""

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace

from benchlab.charts.layouts.layout_diagram import SIDE, LayoutDiagram, Tops, tops_of
from benchlab.charts.layouts.layout_history import LayoutHistory, Moment, TableHistory
from benchlab.charts.layouts.table_layout import TableLayout
from benchlab.charts.render.number_format import figure, percent
from benchlab.models import Run

DRAWN = 6
"""Diagrams side by side; further runs have figures only."""
FEW = 2
FULL = 0.9
"""Of the tables' largest row count: estimates of the same rows differ by less."""
SMALLEST = 0.02
"""A figure that differs by less is called the same: pages fill a little differently each time."""


Named = Sequence[tuple[str, Run]]
"""Runs, and what they are called here."""


def with_different_layouts(runs: Named) -> Named:
    """The first run of each definition of the tables; none where all have the same. Two runs are shown in any case."""
    first: dict[str, tuple[str, Run]] = {}
    for label, run in runs:
        first.setdefault(str(run.plan_json.get("tables")), (label, run))
    return runs if len(runs) == FEW else list(first.values()) if len(first) > 1 else []


@dataclass(frozen=True)
class LayoutSide:
    """A table of one run; ``differences`` are against the first run's."""

    label: str
    run: Run
    history: TableHistory
    differences: Sequence[str]

    @property
    def now(self) -> TableLayout:
        return self.history.now

    @property
    def when(self) -> str:
        """Empty for the end of the run."""
        [(moment, _)] = self.history.moments
        return "" if moment.at == "end" else moment.when

    @property
    def number(self) -> str:
        """The run's, where it is not called by it."""
        words = f"run {self.run.pk}"
        return "" if self.label == words else words


@dataclass(frozen=True)
class TableSideBySide:
    table: str
    sides: Sequence[LayoutSide]

    @property
    def drawn(self) -> Sequence[LayoutSide]:
        return self.sides[:DRAWN]

    @property
    def others(self) -> Sequence[LayoutSide]:
        return self.sides[1:]


@dataclass(frozen=True)
class LayoutsSideBySide:
    key: str
    tables: Sequence[TableSideBySide]


def layouts_side_by_side(
    runs: Named, *, key: str = "layouts", seen: Callable[[TableLayout], TableLayout] = copy
) -> LayoutsSideBySide | None:
    """The tables of runs, named as given, as each left them or had filled them; None where no layout was captured.

    ``seen`` makes of each table what is shown of it. Differences are told against the first run that has it. A page
    shows it by ``{% include "layouts/side_by_side.html" with beside=... %}``. A page that need not have it at once
    includes ``{% include "comparisons/side_by_side/load.html" with runs=... %}``, which loads this and load decay
    when scrolled into view.
    """
    found = [(label, run, moment) for label, run in runs if (moment := _full(run))]
    full = [(label, run, _seen(moment, seen)) for label, run, moment in found]
    tables = dict.fromkeys(table for _, _, moment in full for table in moment.tables)
    beside = [_table(table, [each for each in full if table in each[2].tables]) for table in tables]
    return LayoutsSideBySide(key, beside) if beside else None


def _seen(moment: Moment, seen: Callable[[TableLayout], TableLayout]) -> Moment:
    return replace(moment, tables={name: seen(table) for name, table in moment.tables.items()})


def _full(run: Run) -> Moment | None:
    """As it left its tables; where it emptied them, the last moment before that."""
    moments = LayoutHistory(run, list(run.phases.all())).evenly()
    most = max(map(_rows, moments), default=0.0)
    return next((each for each in reversed(moments) if _rows(each) >= FULL * most), None)


def _rows(moment: Moment) -> float:
    return sum(table.rows for table in moment.tables.values())


def _table(table: str, captured: Sequence[tuple[str, Run, Moment]]) -> TableSideBySide:
    laid = [moment.tables[table] for _, _, moment in captured]
    pictures = [LayoutDiagram(now, now.columns, SIDE, _tops(now, laid)) for now in laid]
    sides = [
        LayoutSide(
            label, run, TableHistory(picture, [(moment, picture.now)], ()), list(differences(laid[0], picture.now))
        )
        for (label, run, moment), picture in zip(captured, pictures, strict=True)
    ]  # fmt: skip
    return TableSideBySide(table, sides)


def _tops(now: TableLayout, laid: Sequence[TableLayout]) -> Tops:
    """One scale for all that have as many partitions: next to a whole table, each of its partitions would be a line."""
    return tops_of(each for each in laid if len(each.columns) == len(now.columns))


def differences(first: TableLayout, other: TableLayout) -> Iterator[str]:
    """How another layout of a table differs from the first, each in a few words."""
    yield from _otherwise_cut(first, other)
    yield from _moved("rows", first.rows, other.rows)
    yield from _moved("bytes per row", first.bytes_per_row, other.bytes_per_row)
    yield from _told("index / data", first.index_share, other.index_share)
    if first.evenness and other.evenness:
        yield from _told("skew", first.evenness.skew, other.evenness.skew)
        yield from _told("variation", first.evenness.variation, other.evenness.variation)


def _otherwise_cut(first: TableLayout, other: TableLayout) -> Iterator[str]:
    if other.cut_words != first.cut_words:
        yield f"{other.cut_words} instead of {first.cut_words}"
    elif other.expression != first.expression:
        yield f"cut by {other.expression} instead of {first.expression}"
    elif other.shape != first.shape:
        yield "as many partitions with other names or bounds"


def _moved(what: str, first: float | None, other: float | None) -> Iterator[str]:
    """``12.3 % more bytes per row (89.4 against 79.6)``."""
    if first and other and abs(other / first - 1) >= SMALLEST:
        share, direction = abs(other / first - 1), "more" if other > first else "fewer"
        yield f"{percent(share)} {direction} {what} ({figure(other)} against {figure(first)})"


def _told(what: str, first: float | None, other: float | None) -> Iterator[str]:
    """Of what is a ratio itself: ``skew 1.03 instead of 1.83``."""
    if first is not None and other is not None and abs(other - first) > SMALLEST * max(first, other):
        yield f"{what} {figure(other)} instead of {figure(first)}"
