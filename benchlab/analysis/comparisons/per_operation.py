"""Counters of server and host per operation of a run, and the means of gauges."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from benchlab.analysis.comparisons.sides import Member
from benchlab.analysis.runs.run_summary import Window, measured_windows
from benchlab.metrics import kind_of

_FROM_SAR = frozenset({"context_switches"})
"""The other figures of sar are known from the kernel and iostat."""


@dataclass(frozen=True)
class Scale:
    """How a unit is shown: its amount for each operation in another unit, or unchanged.

    ``floor``: what is far below it, on both sides, did not move whatever its ratio says.
    """

    unit: str
    floor: float
    factor: float = 1.0
    is_rate: bool = True


_SCALES = {
    "/s": Scale("", 0.001),
    "MB/s": Scale("B", 1.0, factor=2.0**20),
    "ms/s": Scale("us", 0.1, factor=1000.0),
    "ms": Scale("ms", 0.1, is_rate=False),
    "%": Scale("%", 1.0, is_rate=False),
    "B": Scale("B", 2.0**20, is_rate=False),
    "": Scale("", 1.0, is_rate=False),
}
_CPU_TIME = Scale("us", 0.1, factor=10_000.0)
"""1 % of a processor is 10 ms in a second."""


@dataclass(frozen=True)
class Amount:
    """``name`` is the metric's, such as ``server.log_fsyncs``; ``of_each`` says that it is for one operation."""

    name: str
    value: float
    scale: Scale

    @property
    def of_each(self) -> bool:
        return self.scale.is_rate


def operation_of(member: Member) -> str:
    """What its operations are: “transaction” where it drives, else “row” where it loads, else “statement”."""
    kinds = {result["kind"] for result in member.phases.values()}
    return "transaction" if "drive" in kinds else "row" if "load" in kinds else "statement"


def amounts(member: Member) -> dict[str, Amount]:
    """By name; those for each operation are left out where nothing was counted."""
    seconds = _length_s(measured_windows(member.phases.values()))
    operations = _operations(member)
    return {amount.name: amount for amount in _amounts(member, seconds / operations if operations else None)}


def _amounts(member: Member, seconds_each: float | None) -> Iterator[Amount]:
    for name, summary in member.host.items():
        source, _, metric = name.rpartition(".")
        scale = _CPU_TIME if name == "mysqld.cpu" else _SCALES.get(summary["unit"])
        if scale is None or summary["mean"] is None or (kind_of(source) == "sar" and metric not in _FROM_SAR):
            continue
        if not scale.is_rate:
            yield Amount(name, summary["mean"], scale)
        elif seconds_each is not None:
            yield Amount(name, summary["mean"] * seconds_each * scale.factor, scale)


def _operations(member: Member) -> float:
    counted, kinds = {
        "transaction": ("transactions", ("drive",)),
        "row": ("rows", ("load",)),
        "statement": ("statements", ("query",)),
    }[operation_of(member)]
    return sum(result[counted] or 0 for result in member.phases.values() if result["kind"] in kinds)


def _length_s(windows: Iterable[Window]) -> float:
    """Of all of them together; phases at once count once."""
    length, reached = 0.0, float("-inf")
    for start_s, end_s in sorted(windows):
        length += max(0.0, end_s - max(start_s, reached))
        reached = max(reached, end_s)
    return length
