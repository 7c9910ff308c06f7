"""What happened in one stretch of time: counts and histograms that add up over clients, processes and seconds."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from benchlab.histogram import Histogram

Part = Literal["warmup", "window", "drain"]
"""Of a phase: charted and not counted, counted, and what was still under way when the phase ended."""
PARTS: tuple[Part, ...] = ("warmup", "window", "drain")

MOMENTS_A_SECOND = 1000


@dataclass
class Tally:
    transactions: Histogram = field(default_factory=Histogram)
    """Response times: from the due time where work is paced, else from the start."""
    service: Histogram = field(default_factory=Histogram)
    """From the start; filled only where work is paced."""
    statements: dict[str, Histogram] = field(default_factory=dict)
    rows: int = 0
    bytes_sent: int = 0
    """Of the rows of a load, as they went to the server."""
    errors: Counter[int] = field(default_factory=Counter)
    in_doubt: int = 0
    retries: int = 0
    late: int = 0
    """Transactions that began over a millisecond after they were due."""
    moments: int = 0
    """A bit for each millisecond of the second in which a transaction was acknowledged."""

    def add(self, other: "Tally") -> None:
        self.transactions.merge(other.transactions)
        self.service.merge(other.service)
        for name, histogram in other.statements.items():
            self.statements.setdefault(name, Histogram()).merge(histogram)
        self.rows += other.rows
        self.bytes_sent += other.bytes_sent
        self.errors.update(other.errors)
        self.in_doubt += other.in_doubt
        self.retries += other.retries
        self.late += other.late
        self.moments |= other.moments

    @property
    def statement_count(self) -> int:
        return sum(histogram.count for histogram in self.statements.values())


def moments_of(since_second_ns: NDArray[np.int64]) -> int:
    """The milliseconds of a second, as bits, in which something fell."""
    bits = np.zeros(MOMENTS_A_SECOND, np.uint8)
    bits[np.minimum(since_second_ns // 1_000_000, MOMENTS_A_SECOND - 1)] = 1
    return int.from_bytes(np.packbits(bits, bitorder="little").tobytes(), "little")


def gaps_ms(moments: list[int], *, skip_ms: int = 0, total_ms: int | None = None) -> NDArray[np.int64]:
    """Where no bit is, over consecutive seconds, from ``skip_ms`` to ``total_ms``: rows of a first ms and a length."""
    size = MOMENTS_A_SECOND // 8
    packed = np.frombuffer(b"".join(each.to_bytes(size, "little") for each in moments), np.uint8)
    bits = np.unpackbits(packed, bitorder="little")[skip_ms:total_ms]
    marks = np.concatenate([[-1], np.flatnonzero(bits), [len(bits)]])
    return np.column_stack([marks[:-1] + 1 + skip_ms, np.diff(marks) - 1])
