"""The run's clock. CLOCK_MONOTONIC is the same for every process of a machine, so that parent and clients share it."""

import time
from dataclasses import dataclass
from typing import Self

NS = 1_000_000_000


@dataclass(frozen=True)
class RunClock:
    started_monotonic_ns: int

    @classmethod
    def start(cls) -> Self:
        return cls(time.monotonic_ns())

    def now_s(self) -> float:
        return self.to_s(time.monotonic_ns())

    def to_s(self, monotonic_ns: int) -> float:
        """Seconds since the run began."""
        return (monotonic_ns - self.started_monotonic_ns) / NS

    def whole_second_after(self, monotonic_ns: int) -> int:
        """The first moment, not before the given one, at which a second of the run begins."""
        since = monotonic_ns - self.started_monotonic_ns
        return self.started_monotonic_ns + -(-since // NS) * NS
