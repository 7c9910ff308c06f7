"""Why two groups differ: movements by kind, with readable names."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab.analysis.comparisons.why_different import Explanation, Movement
from benchlab.metrics import kind_of
from benchlab.probes import METRICS

PER_OPERATION_TITLES = {"mysqld.cpu": "Server process, CPU time"}
"""Metrics whose own title is of a share."""
FIRST = 8
"""Of a group are shown at once."""


@dataclass(frozen=True)
class NamedMovement:
    name: str
    movement: Movement


@dataclass(frozen=True)
class MovementGroup:
    """Movements of one kind, the largest first."""

    title: str
    all: Sequence[NamedMovement]

    @property
    def first(self) -> Sequence[NamedMovement]:
        return self.all[:FIRST]

    @property
    def further(self) -> Sequence[NamedMovement]:
        return self.all[FIRST:]


def grouped(explanation: Explanation) -> list[MovementGroup]:
    """Those that there are, each in the order of the explanation."""
    kinds = {
        "Plans, partitions and layouts": ("plan", "partitions", "layout"),
        f"For each {explanation.operation}": ("counter",),
        "Meanwhile, on average": ("gauge",),
    }
    told = [(title, [each for each in explanation.movements if each.kind in of]) for title, of in kinds.items()]
    return [
        MovementGroup(title, [NamedMovement(name_of(each), each) for each in found]) for title, found in told if found
    ]


def name_of(movement: Movement) -> str:
    """“Redo log fsyncs” for ``server.log_fsyncs``; with the device or server that it is of, where there are several."""
    source, _, metric = movement.name.rpartition(".")
    known = METRICS.get((kind_of(source), metric))
    if movement.kind not in ("counter", "gauge") or known is None:
        return movement.name
    if movement.kind == "counter" and movement.name in PER_OPERATION_TITLES:
        return PER_OPERATION_TITLES[movement.name]
    detail = source.partition(":")[2]
    return f"{known.title} ({detail})" if detail else known.title
