"""Every figure of every phase of several sides, with ratios and intervals; the main ones are tested, too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Any, Literal

from benchlab.analysis.comparisons.sides import Side
from benchlab.analysis.runs import Figure
from benchlab.analysis.runs.figures import figures_of
from benchlab.analysis.statistics import Estimate
from benchlab.analysis.statistics.location_shift import cliffs_delta, ratio
from benchlab.analysis.statistics.mann_whitney import ALPHA, holm, mann_whitney
from benchlab.definitions.phases import repeat

Moved = Literal["better", "worse"]


@dataclass(frozen=True)
class FigureTableRow:
    """One figure. All tuples have an item for each side; those of the first, the baseline, are None but its values."""

    figure: Figure
    values: tuple[tuple[float, ...], ...]
    """Of each repeat."""
    medians: tuple[float | None, ...]
    ratios: tuple[Estimate | None, ...]
    moved: tuple[Moved | None, ...]
    """Beyond noise, corrected for the number of figures and sides tested (Holm); None where that is not shown."""
    is_primary: bool = False

    def to_json(self) -> dict[str, Any]:
        """With two sides one ratio and one interval; with more, one for each side."""
        ratios = [found.value if found else None for found in self.ratios]
        intervals = [list(found.interval) if found and found.interval else None for found in self.ratios]
        two = len(self.values) == 2
        return {
            "name": self.figure.path,
            "phase": self.figure.phase,
            "unit": self.figure.unit,
            "better": self.figure.better,
            "values": list(self.medians),
            "ratio": ratios[1] if two else ratios,
            "interval": intervals[1] if two else intervals,
            "repeats": [list(each) for each in self.values],
        }


def rows_of(sides: Sequence[Side], primary: Figure | None) -> tuple[FigureTableRow, ...]:
    """In the order of the phases, the primary figure first; those that no run has are left out."""
    rows = [_row(figure, sides, is_primary=figure == primary) for figure in _figures(sides, primary)]
    return tuple(_tested([row for row in rows if any(row.values)]))


def _figures(sides: Sequence[Side], primary: Figure | None) -> Iterable[Figure]:
    found = {(primary.phase, primary.path): primary} if primary else {}
    for side in sides:
        for member in side.finished[:1]:
            for name, result in member.phases.items():
                for figure in figures_of(repeat.base(name), result):
                    found.setdefault((figure.phase, figure.path), figure)
    return found.values()


def _row(figure: Figure, sides: Sequence[Side], *, is_primary: bool) -> FigureTableRow:
    values = tuple(side.values(figure) for side in sides)
    first = values[0]
    return FigureTableRow(
        figure,
        values,
        medians=tuple(median(each) if each else None for each in values),
        ratios=(None, *(ratio(first, other) if first and other else None for other in values[1:])),
        moved=(None,) * len(values),
        is_primary=is_primary,
    )


def _tested(rows: Sequence[FigureTableRow]) -> Iterator[FigureTableRow]:
    """The primary figure has a verdict of its own, and is none of those that are tested together."""
    places = [(row, at) for row in rows for at in range(1, len(row.values)) if _is_testable(row, at)]
    ps = holm([mann_whitney(row.values[0], row.values[at]).p for row, at in places])
    beyond = {(id(row), at) for (row, at), p in zip(places, ps, strict=True) if p <= ALPHA}
    for row in rows:
        moved = tuple(_moved(row, at) if (id(row), at) in beyond else None for at in range(len(row.values)))
        yield replace(row, moved=moved)


def _is_testable(row: FigureTableRow, at: int) -> bool:
    repeated = min(len(row.values[0]), len(row.values[at])) > 1
    return repeated and row.figure.is_main and not row.is_primary and row.figure.better != "neither"


def _moved(row: FigureTableRow, at: int) -> Moved:
    rises = cliffs_delta(row.values[0], row.values[at]) > 0
    return "better" if rises == (row.figure.better == "higher") else "worse"
