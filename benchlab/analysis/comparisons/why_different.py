"""Why two groups differ: in plans, layouts, counters and gauges, the largest movement first."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, log
from statistics import median
from typing import Any, Literal

from benchlab.analysis.comparisons.comparison import Comparison
from benchlab.analysis.comparisons.differences import Difference
from benchlab.analysis.comparisons.per_operation import amounts, operation_of
from benchlab.analysis.comparisons.sides import Member, Side
from benchlab.analysis.comparisons.table_figures import layout_figures, partitions_touched, query_plans
from benchlab.analysis.statistics import Estimate

LEAST = 0.05
"""Movements below 5 % are left out."""


@dataclass(frozen=True)
class Movement:
    """Something of both groups: medians of the repeats, or texts.

    ``size`` is the absolute logarithm of the ratio, so that half is as far as twice; infinite where there is none, as
    between two query plans. ``is_noise``: the repeats of the two groups overlap.
    """

    kind: Literal["plan", "partitions", "layout", "counter", "gauge"]
    name: str
    values: tuple[float | str | None, float | str | None]
    unit: str
    size: float
    ratio: float | None = None
    is_noise: bool = False

    def to_json(self) -> dict[str, Any]:
        told = {"kind": self.kind, "name": self.name, "values": list(self.values), "unit": self.unit}
        return {**told, "ratio": self.ratio, "noise": self.is_noise}


@dataclass(frozen=True)
class Explanation:
    ratio: Estimate | None
    """Of the primary figure."""
    causes: tuple[Difference, ...]
    """What was otherwise beforehand: texts first, which have no size, then numbers by their ratio."""
    movements: tuple[Movement, ...]
    """What was otherwise meanwhile; what may be noise comes last."""
    operation: str
    """The unit that counters are divided by: “transaction”, “row” or “statement”."""

    def to_json(self) -> dict[str, Any]:
        moved = [movement.to_json() for movement in self.movements]
        return {"operation": self.operation, "causes": [each.to_json() for each in self.causes], "movements": moved}


def explain(comparison: Comparison, at: int = 1) -> Explanation:
    """Of the side at that place against the first."""
    first, other = comparison.sides[0], comparison.sides[at]
    causes = [each for each in comparison.differences if each.parts(at)]
    moved = [*_texts(first, other), *_numbers(first, other)]
    return Explanation(
        comparison.verdicts[at - 1].ratio,
        causes=tuple(sorted(causes, key=lambda each: -_distance(each.values[0], each.values[at]))),
        movements=tuple(sorted(moved, key=lambda each: (each.is_noise, -each.size))),
        operation=operation_of(first.members[0]),
    )


def _distance(first: object, other: object) -> float:
    """The absolute logarithm of the ratio, infinite where there is none: of texts, switches, and of 0."""
    try:
        numbers = float(str(first)), float(str(other))
    except ValueError:
        return inf
    return abs(log(numbers[1] / numbers[0])) if min(numbers) > 0 else inf


def _texts(first: Side, other: Side) -> Iterator[Movement]:
    ours, theirs = (query_plans(side.members[0]) for side in (first, other))
    for phase in ours:
        if phase in theirs and ours[phase] != theirs[phase]:
            yield Movement("plan", phase, (ours[phase], theirs[phase]), "", inf)


def _numbers(first: Side, other: Side) -> Iterator[Movement]:
    ours, theirs = (_by_place(side.finished) for side in (first, other))
    moved = (_movement(place, ours[place], theirs[place]) for place in ours if place in theirs)
    yield from (each for each in moved if each.size >= LEAST)


@dataclass(frozen=True)
class _Place:
    kind: Literal["partitions", "layout", "counter", "gauge"]
    name: str
    unit: str
    floor: float


def _by_place(members: Iterable[Member]) -> dict[_Place, list[float]]:
    found: dict[_Place, list[float]] = {}
    for member in members:
        for place, value in _placed(member):
            found.setdefault(place, []).append(value)
    return found


def _placed(member: Member) -> Iterator[tuple[_Place, float]]:
    for name, amount in amounts(member).items():
        kind: Literal["counter", "gauge"] = "counter" if amount.of_each else "gauge"
        yield _Place(kind, name, amount.scale.unit, amount.scale.floor), amount.value
    for phase, count in partitions_touched(member).items():
        yield _Place("partitions", phase, "partitions", 0.0), count
    for name, unit, value in layout_figures(member):
        yield _Place("layout", name, unit, 0.0), value


def _movement(place: _Place, ours: Sequence[float], theirs: Sequence[float]) -> Movement:
    first, other = median(ours), median(theirs)
    repeated = min(len(ours), len(theirs)) > 1
    return Movement(
        place.kind,
        place.name,
        (first, other),
        place.unit,
        _distance(first + place.floor, other + place.floor) if first != other else 0.0,
        ratio=other / first if first else None,
        is_noise=repeated and min(ours) <= max(theirs) and min(theirs) <= max(ours),
    )
