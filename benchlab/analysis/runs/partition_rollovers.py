"""Where a table that grows begins to fill another partition."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

RowsByPartition = Mapping[str, float]


@dataclass(frozen=True)
class Rollover:
    """Partitions that began to be filled between two looks at the table, in seconds since the run began."""

    partitions: tuple[str, ...]
    after_s: float
    by_s: float


def rollovers(looks: Iterable[tuple[float, RowsByPartition]]) -> list[Rollover]:
    """From the rows of every partition of one table at several times, in order.

    A table whose first rows go to all of its partitions at once rolls over nowhere: only what begins after others were
    filled counts, and that includes a partition that was emptied and is used again.
    """
    found = []
    for (after_s, before), (by_s, now) in pairwise(looks):
        begun = tuple(name for name, rows in now.items() if rows and not before.get(name))
        if begun and any(before.values()):
            found.append(Rollover(begun, after_s, by_s))
    return found
