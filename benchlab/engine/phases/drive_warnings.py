"""Warnings about a drive that a reader of its figures must know."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchlab.definitions.phases.drive import DrivePhase

BUSY = 0.8
"""From this share of the processors that they can use, the load processes count as the limit."""
STARVED = 0.01
"""The share of a drive that its clients may wait for statements to be generated."""
STARVED_S = 0.1
"""A client may wait this long in any case: a moment at the start is a large share of a short drive."""
BACKLOG_S = 0.1
"""Transactions due but not begun at the end cause a warning if they would take longer than this."""


@dataclass(frozen=True)
class DriveEvidence:
    """Of a drive that is over."""

    phase: DrivePhase
    lasted_s: float
    transactions: int
    """Acknowledged in the measured window."""
    codes: Sequence[str]
    missing_seconds: int
    busy_share: float
    """Of what the load processes can use of the processors."""
    starved_s: float
    """How long clients, added up, waited for statements to be generated."""
    unstarted: int


def warnings(found: DriveEvidence) -> Iterator[str]:
    phase = f"the phase “{found.phase.name}”"
    if not found.transactions:
        codes = ", ".join(found.codes) or "none"
        yield f"No transaction of {phase} was acknowledged in its measured window (error codes: {codes})."
    if found.missing_seconds:
        yield (
            f"{found.missing_seconds} seconds of {phase} were not reported in time, because the load host "
            "was too busy; the chart has gaps there, the totals are complete."
        )
    yield from _of_the_generator(found, phase)
    if found.unstarted > BACKLOG_S * found.phase.total_rate_per_s:
        yield (
            f"{found.unstarted} transactions that were due in {phase} had not begun when it ended: the rate was not "
            "reached. The time they waited is not in the response times."
        )


def _of_the_generator(found: DriveEvidence, phase: str) -> Iterator[str]:
    if found.busy_share >= BUSY:
        yield (
            f"The load generator was the limit in {phase}: its processes used {found.busy_share:.0%} of the CPU that "
            "they can use. The server may be able to do more than these figures say; give the load more processors or "
            "a host of its own."
        )
    waited_s = found.starved_s / found.phase.clients
    if waited_s > max(STARVED_S, STARVED * found.lasted_s):
        yield (
            f"The load generator was the limit in {phase}: its clients waited {waited_s:.1f} s on average for "
            "statements that were not generated in time. Simpler values, or more processors for the load, help."
        )
