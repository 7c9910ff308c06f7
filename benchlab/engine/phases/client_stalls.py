"""Observed stalls: how long a drive made no progress while a statement of another phase ran."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchlab.engine import phase_results
from benchlab.engine.generator.phase_seconds import SecondSummary


@dataclass(frozen=True)
class TimedStatement:
    """A statement of a phase, on the run's clock; ``rows`` is None and ``error`` a sentence where it was refused."""

    phase: str
    statement: str
    began_s: float
    ended_s: float
    rows: int | None = None
    error: str = ""

    @property
    def seconds(self) -> float:
        return self.ended_s - self.began_s


@dataclass(frozen=True)
class ObservedStall:
    """The stall that the clients of a drive observed during a statement."""

    drive: str
    stall_s: float
    """The longest time without an acknowledged transaction that overlaps the statement, in full."""
    otherwise_s: float
    """The longest one at other times."""
    longest_ms: float | None
    """The longest response in the seconds of the statement and its stall; from the due time with a rate."""
    partly: bool
    """Whether the drive was measured during a part of the statement only."""


def observed_stall(
    drive: str, action: TimedStatement, window: Mapping[int, SecondSummary], measured_s: tuple[float, float]
) -> ObservedStall | None:
    """``measured_s``: start and end of the drive's window. None where the statement ran outside of it."""
    start_s, end_s = measured_s
    began_s, ended_s = max(action.began_s, start_s), min(action.ended_s, end_s)
    if ended_s <= began_s:
        return None
    stalls = phase_results.stalls(window, start_s, end_s)
    begins, ends = stalls[:, 0], stalls.sum(axis=1)
    during = (begins < ended_s) & (ends > began_s)
    seconds = range(int(began_s), int(max(ends[during], default=ended_s)) + 1)
    longest_ms = max((window[each].longest_ms for each in seconds if each in window), default=0.0)
    partly = (began_s, ended_s) != (action.began_s, action.ended_s)
    return ObservedStall(
        drive,
        float(max(stalls[during, 1], default=0.0)),
        float(max(stalls[~during, 1], default=0.0)),
        longest_ms or None,
        partly,
    )


def details(observed: Sequence[tuple[TimedStatement, Sequence[ObservedStall]]]) -> dict[str, Any]:
    """Of a parallel phase: each statement with the stalls observed, and the worst of all as figures of their own."""
    every = [each for _, by_drive in observed for each in by_drive]
    if not every:
        return {}
    return {
        "actions": [{**asdict(action), "felt": [asdict(each) for each in by_drive]} for action, by_drive in observed],
        "stall_s": max(each.stall_s for each in every),
        "longest_ms": max((each.longest_ms for each in every if each.longest_ms), default=None),
    }
