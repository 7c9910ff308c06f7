"""A table's partitions by their bounds, before they hold anything: in words, and as a strip to the bounds' scale."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby, pairwise, zip_longest
from typing import Any

from benchlab.charts.layouts.layout_diagram import Rectangle

WIDTH, HEIGHT = 820.0, 34.0
OPEN_WIDTH = 44.0
"""Of a partition without a bound on one side, which no scale can show."""
FULL, LIGHT = 6, 3
LABEL_ROOM = 84.0
MAXVALUE = "MAXVALUE"

_TERM = re.compile(r"'((?:[^']|'')*)'|([^,']+)")
_DAYS = re.compile(r"to_days\(", re.IGNORECASE)
_DAYS_BEFORE_YEAR_1 = 365
"""TO_DAYS counts from the year 0, Python from the year 1."""


@dataclass(frozen=True)
class Partition:
    name: str
    bound: str
    """``'2026-02-01' to below '2026-03-01'``, ``1,2,3``; empty for HASH and KEY."""
    subpartitions: int


@dataclass(frozen=True)
class Strip:
    """The partitions side by side; ``to_scale`` where the widths are those between the bounds."""

    cells: tuple[Rectangle, ...]
    labels: tuple[tuple[float, str], ...]
    to_scale: bool


@dataclass(frozen=True)
class Table:
    """``levels`` are method and expression of partitions and of subpartitions; none where it is not partitioned."""

    name: str
    levels: tuple[tuple[str, str], ...]
    partitions: tuple[Partition, ...]
    strip: Strip | None

    @property
    def subpartition_count(self) -> int:
        return sum(partition.subpartitions for partition in self.partitions)


def tables_of(rows: Iterable[Mapping[str, Any]], order: Sequence[str]) -> list[Table]:
    """Tables in this order, of the rows of ``probes.server.layout``: by table, in the order of partitions."""
    found = {str(name): _table(str(name), list(rows)) for name, rows in groupby(rows, lambda row: row["table"])}
    return [found[name] for name in order if name in found]


def _table(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    first = rows[0]
    if not first["partition"]:
        return Table(name, (), (), None)
    levels = tuple(zip_longest(first["method"].split(" / "), (first["expression"] or "").split("; "), fillvalue=""))
    groups = [list(group) for _, group in groupby(rows, lambda row: row["partition"])]
    bounds = [str(group[0]["description"] or "") for group in groups]
    ranged = levels[0][0].startswith("RANGE")
    taken = _ranges(bounds, levels[0][1]) if ranged else bounds
    partitions = tuple(map(_partition, groups, taken))
    return Table(name, levels, partitions, _strip(partitions, list(map(_position, bounds)) if ranged else []))


def _partition(rows: Sequence[Mapping[str, Any]], bound: str) -> Partition:
    return Partition(rows[0]["partition"], bound, len(rows) if rows[0]["subpartition"] else 0)


def _ranges(bounds: Sequence[str], expression: str) -> Iterator[str]:
    """Each from the bound before it to its own, which it does not take."""
    told = [f"{bound}{_as_date(bound, expression)}" for bound in bounds]
    for low, high in pairwise(["", *told]):
        if high == MAXVALUE:
            yield f"{low} and above" if low else "all"
        else:
            yield f"{low} to below {high}" if low else f"below {high}"


def _as_date(description: str, expression: str) -> str:
    """The date that a number of TO_DAYS stands for."""
    if not (_DAYS.match(expression) and description.isdecimal()):
        return ""
    days = int(description) - _DAYS_BEFORE_YEAR_1
    return f" ({date.fromordinal(days)})" if 0 < days <= date.max.toordinal() else ""


def _position(description: str) -> float | None:
    """Where a RANGE bound lies on its scale; None where it is MAXVALUE, or no number and no date."""
    found = _TERM.match(description)
    return None if found is None else _number(found[2]) if found[1] is None else _day(found[1])


def _day(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment.toordinal() + (moment - datetime(moment.year, moment.month, moment.day)).total_seconds() / 86400


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _strip(partitions: Sequence[Partition], bounds: Sequence[float | None]) -> Strip:
    widths = _scaled(bounds)
    to_scale = bool(widths)
    widths = widths or [WIDTH / len(partitions)] * len(partitions)
    cells, left = [], 0.0
    for index, (partition, width) in enumerate(zip(partitions, widths, strict=True)):
        gap = min(1.5, width * 0.2)
        title = f"{partition.name} {partition.bound}".strip()
        cells.append(Rectangle(left, 0.0, max(width - gap, 0.4), HEIGHT, LIGHT if index % 2 else FULL, title))
        left += width
    return Strip(tuple(cells), tuple(_labels(partitions, cells)), to_scale)


def _scaled(bounds: Sequence[float | None]) -> list[float]:
    """The width of each partition; none where the bounds have no scale, or fewer than two of them can be placed.

    The first partition has no lower bound, nor the last an upper one if it takes the rest: both are drawn as ends.
    """
    placed = [bound for bound in bounds if bound is not None]
    rest = len(bounds) - len(placed)
    if len(placed) < 2 or rest > 1 or (rest and bounds[-1] is not None) or placed[0] == placed[-1]:
        return []
    room = (WIDTH - OPEN_WIDTH * (1 + rest)) / (placed[-1] - placed[0])
    return [OPEN_WIDTH, *((high - low) * room for low, high in pairwise(placed)), *[OPEN_WIDTH] * rest]


def _labels(partitions: Sequence[Partition], cells: Sequence[Rectangle]) -> Iterable[tuple[float, str]]:
    """Names, as many as there is room for."""
    free_from = 0.0
    for partition, cell in zip(partitions, cells, strict=True):
        if cell.x >= free_from and cell.x + LABEL_ROOM / 2 <= WIDTH:
            yield cell.x, partition.name
            free_from = cell.x + max(LABEL_ROOM / 2, len(partition.name) * 6.5 + 8)
