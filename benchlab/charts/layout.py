"""Partition layouts as a picture: bars in partition order, and a grid of partitions across and subpartitions down."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

LayoutRow = Mapping[str, Any]

WIDTH, MARGIN, BARS_HEIGHT, GRID_TOP = 400.0, 38.0, 104.0, 132.0
SHADES = 8
MEASURES: tuple[str, ...] = ("rows", "bytes")


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
    total: float
    skew: float | None
    """Largest partition by the mean of all."""
    largest: str
    largest_share: float


@dataclass(frozen=True)
class Touched:
    """The partitions that a query read."""

    query: str
    cells: tuple[Cell, ...]
    count: int
    total: int


@dataclass(frozen=True)
class Picture:
    table: str
    at: str
    exact: bool
    partitions: tuple[str, ...]
    subpartitions: int
    height: float
    labels: tuple[tuple[float, str], ...]
    measures: tuple[Measured, ...]
    touched: tuple[Touched, ...]
    method: str
    expression: str
    empty: tuple[str, ...]


@dataclass
class _Table:
    """The rows of one table in partition order."""

    name: str
    rows: list[LayoutRow] = field(default_factory=list)

    @property
    def partitions(self) -> list[str]:
        return list(dict.fromkeys(row["partition"] or "" for row in self.rows))

    def of(self, partition: str) -> list[LayoutRow]:
        return [row for row in self.rows if (row["partition"] or "") == partition]


def pictures(rows: Sequence[LayoutRow], touched: Mapping[str, Sequence[str]] | None = None) -> list[Picture]:
    """A picture of each partitioned table. ``touched`` names the partitions each query read, as EXPLAIN does: p3_p3sp5."""
    return [_picture(table, touched or {}) for table in _tables(rows) if table.partitions != [""]]


def _tables(rows: Iterable[LayoutRow]) -> list[_Table]:
    tables: dict[str, _Table] = {}
    for row in rows:
        tables.setdefault(row["table"], _Table(row["table"])).rows.append(row)
    return list(tables.values())


def _picture(table: _Table, touched: Mapping[str, Sequence[str]]) -> Picture:
    columns = [table.of(partition) for partition in table.partitions]
    depth = max(len(column) for column in columns)
    step = (WIDTH - MARGIN) / len(columns)
    row_height = max(5.0, min(14.0, 110.0 / depth))
    sums = {name: sum(_measure("rows")(row) for row in table.of(name)) for name in table.partitions}
    first = table.rows[0]
    return Picture(
        table=table.name,
        at=first["at"],
        exact=all(row["exact"] for row in table.rows),
        partitions=tuple(table.partitions),
        subpartitions=depth if first["subpartition"] else 0,
        height=GRID_TOP + depth * row_height + 2,
        labels=_labels(table.partitions, step),
        measures=tuple(_measured(name, columns, step, row_height) for name in MEASURES),
        touched=tuple(
            _touched(query, set(names), columns, step, row_height)
            for query, names in touched.items()
            if _reads(names, table)
        ),
        method=first["method"] or "",
        expression=first["expression"] or "",
        empty=tuple(name for name, total in sums.items() if total == 0),
    )


def _measure(name: str) -> Callable[[LayoutRow], float]:
    if name == "rows":
        return lambda row: row["rows"] or 0
    return lambda row: (row["data_bytes"] or 0) + (row["index_bytes"] or 0)


def _measured(name: str, columns: list[list[LayoutRow]], step: float, row_height: float) -> Measured:
    measure = _measure(name)
    sums = [sum(measure(row) for row in column) for column in columns]
    top = nice_ceiling(max(sums))
    total = sum(sums)
    largest = max(range(len(sums)), key=sums.__getitem__)
    return Measured(
        name=name,
        bars=tuple(
            cell for index, column in enumerate(columns) for cell in _bar(column, index * step, step, measure, top)
        ),
        grid=tuple(_grid(columns, step, row_height, measure)),
        ticks=tuple((BARS_HEIGHT * (1 - share) + 8, top * share) for share in (0.0, 0.5, 1.0)),
        total=total,
        skew=sums[largest] / (total / len(sums)) if total else None,
        largest=columns[largest][0]["partition"] or "",
        largest_share=sums[largest] / total if total else 0.0,
    )


def _bar(
    column: list[LayoutRow], left: float, step: float, measure: Callable[[LayoutRow], float], top: float
) -> Iterable[Cell]:
    """The subpartitions of one partition, stacked."""
    base = 8 + BARS_HEIGHT
    for index, row in enumerate(column):
        height = BARS_HEIGHT * measure(row) / top if top else 0.0
        base -= height
        if height > 0:
            shade = SHADES - round(index * (SHADES - 2) / max(1, len(column) - 1))
            yield Cell(MARGIN + left + step * 0.12, base, step * 0.76, height, shade, _title(row))


def _grid(
    columns: list[list[LayoutRow]], step: float, row_height: float, measure: Callable[[LayoutRow], float]
) -> Iterable[Cell]:
    most = max((measure(row) for column in columns for row in column), default=0)
    for across, column in enumerate(columns):
        for down, row in enumerate(column):
            # From 1 on, so that an empty partition is told from a small one.
            shade = 1 + round((SHADES - 1) * measure(row) / most) if measure(row) else 0
            yield _grid_cell(across, down, step, row_height, shade, _title(row))


def _grid_cell(across: int, down: int, step: float, row_height: float, shade: int, title: str) -> Cell:
    gap = min(2.0, step * 0.15)
    y = GRID_TOP + down * row_height
    return Cell(MARGIN + across * step + gap / 2, y, step - gap, row_height - 1.5, shade, title)


def _reads(names: Sequence[str], table: _Table) -> bool:
    known = {_explain_name(row) for row in table.rows} | set(table.partitions)
    return bool(known.intersection(names))


def _touched(query: str, names: set[str], columns: list[list[LayoutRow]], step: float, row_height: float) -> Touched:
    cells = tuple(
        _grid_cell(across, down, step, row_height, SHADES, _title(row))
        for across, column in enumerate(columns)
        for down, row in enumerate(column)
        if {_explain_name(row), row["partition"]} & names
    )
    return Touched(query, cells, len(cells), sum(len(column) for column in columns))


def _explain_name(row: LayoutRow) -> str:
    return f"{row['partition']}_{row['subpartition']}" if row["subpartition"] else row["partition"] or ""


def _title(row: LayoutRow) -> str:
    name = " / ".join(filter(None, (row["partition"], row["subpartition"])))
    about = "" if row["exact"] else "about "
    mib = _measure("bytes")(row) / 1024 / 1024
    return f"{name}: {about}{row['rows'] or 0:,} rows, {mib:,.2f} MiB"


def _labels(partitions: Sequence[str], step: float) -> tuple[tuple[float, str], ...]:
    """As many names as there is room for."""
    every = max(1, round(30 / step))
    return tuple((MARGIN + (index + 0.5) * step, name) for index, name in enumerate(partitions) if index % every == 0)


def nice_ceiling(value: float) -> float:
    """The next 1, 2, 2.5 or 5 times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** (len(str(int(value))) - 1) if value >= 1 else 10.0**-6
    return next(step * power for step in (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 100) if step * power >= value)
