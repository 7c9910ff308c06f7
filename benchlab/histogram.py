"""Latencies counted in log-linear buckets: 3 significant figures from 1 us to hours, in nanoseconds.

The buckets are those of HdrHistogram (hdrhistogram.org): up to 2048 ns one nanosecond wide, then 1024 of equal width
in each doubling, so that a value is told to 0.1 % or better. Histograms of one thing are merged; percentiles never are.
"""

import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

Nanoseconds = NDArray[np.int64]

FIGURES_BITS = 10
BUCKETS_A_DOUBLING = 1 << FIGURES_BITS
MAX_NS = (1 << 45) - 1
"""9.8 hours; what takes longer is counted as this long, its exact maximum kept."""
BUCKETS = (46 - FIGURES_BITS) * BUCKETS_A_DOUBLING
NS_A_MS = 1_000_000
HEADER = struct.Struct("<4sIQQQd")
STEP_BYTES, COUNT_BYTES = 4, 8
MAGIC = b"blh1"


@dataclass(frozen=True, slots=True)
class Bucket:
    """``count`` values from ``low_ms`` up to, not including, ``high_ms``."""

    low_ms: float
    high_ms: float
    count: int


class Histogram:
    """Counts of latencies; minimum, mean and maximum are exact."""

    def __init__(self) -> None:
        self._counts: NDArray[np.int64] = np.zeros(BUCKETS, np.int64)
        self.count = 0
        self._sum_ns = 0.0
        self._min_ns = 0
        self._max_ns = 0

    @classmethod
    def of(cls, latencies_ns: Iterable[int] | Nanoseconds) -> Self:
        histogram = cls()
        histogram.record_many(np.fromiter(latencies_ns, np.int64))
        return histogram

    @classmethod
    def counted(cls, counts: Nanoseconds, count: int, sum_ns: float, min_ns: int, max_ns: int) -> Self:
        """What the compiled core counted in the same buckets."""
        histogram = cls()
        histogram._add(counts, count, sum_ns, min_ns, max_ns)
        return histogram

    def record(self, latency_ns: int) -> None:
        self.record_many(np.array([latency_ns], np.int64))

    def record_many(self, latencies_ns: Nanoseconds) -> None:
        if not latencies_ns.size:
            return
        counts = np.bincount(_bucket_numbers(latencies_ns), minlength=BUCKETS)
        low, high, total = int(latencies_ns.min()), int(latencies_ns.max()), float(latencies_ns.sum(dtype=np.float64))
        self._add(counts, latencies_ns.size, total, low, high)

    def merge(self, other: "Histogram") -> None:
        if other.count:
            self._add(other._counts, other.count, other._sum_ns, other._min_ns, other._max_ns)

    def _add(self, counts: NDArray[np.int64], count: int, sum_ns: float, min_ns: int, max_ns: int) -> None:
        if not count:
            return
        self._min_ns = min(self._min_ns, min_ns) if self.count else min_ns
        self._max_ns = max(self._max_ns, max_ns)
        self._counts += counts
        self._sum_ns += sum_ns
        self.count += count

    @property
    def min_ms(self) -> float:
        return self._min_ns / NS_A_MS

    @property
    def max_ms(self) -> float:
        return self._max_ns / NS_A_MS

    @property
    def mean_ms(self) -> float:
        return self._sum_ns / self.count / NS_A_MS if self.count else 0.0

    def percentile(self, percent: float) -> float:
        """The latency in ms that ``percent`` of the values do not exceed (nearest rank); 0 where there are none."""
        rank = max(1, int(np.ceil(percent / 100 * self.count)))
        if rank >= self.count:
            return self.max_ms
        number = int(np.searchsorted(np.cumsum(self._counts), rank))
        middle = (_lows(number) + _lows(number + 1) - 1) / 2
        return float(np.clip(middle, self._min_ns, self._max_ns)) / NS_A_MS

    def summary_ms(self) -> dict[str, float | None] | None:
        """The result document's ``latency_ms``; None where nothing, and a percentile where too little was recorded."""
        if not self.count:
            return None
        percentiles = {
            name: self.percentile(percent) if self.count >= least_count(percent) else None
            for name, percent in PERCENTILES.items()
        }
        return {"min": self.min_ms, "mean": self.mean_ms, **percentiles, "max": self.max_ms}

    def buckets(self) -> list[Bucket]:
        """The buckets that hold something, from low to high: what a drawing groups as it likes."""
        filled = np.flatnonzero(self._counts)
        lows, highs = _lows(filled) / NS_A_MS, _lows(filled + 1) / NS_A_MS
        return [
            Bucket(float(low), float(high), int(count))
            for low, high, count in zip(lows, highs, self._counts[filled], strict=True)
        ]

    def to_bytes(self) -> bytes:
        filled = np.flatnonzero(self._counts)
        header = HEADER.pack(MAGIC, filled.size, self.count, self._min_ns, self._max_ns, self._sum_ns)
        steps = np.diff(filled, prepend=0).astype("<u4")
        return header + zlib.compress(steps.tobytes() + self._counts[filled].astype("<u8").tobytes())

    def __reduce__(self) -> tuple[Any, ...]:
        # Between processes it travels as compactly as it is stored.
        return type(self).from_bytes, (self.to_bytes(),)

    @classmethod
    def from_bytes(cls, stored: bytes) -> Self:
        """Raises ValueError for what ``to_bytes`` did not write."""
        try:
            return cls._read(stored)
        except (struct.error, zlib.error, IndexError, OverflowError) as error:
            raise ValueError("these bytes are no histogram of benchlab") from error

    @classmethod
    def _read(cls, stored: bytes) -> Self:
        magic, filled, count, min_ns, max_ns, sum_ns = HEADER.unpack_from(stored)
        if magic != MAGIC or filled > BUCKETS:
            raise ValueError("these bytes are no histogram of benchlab")
        # No more than what was announced, so that a few bytes can not fill the memory.
        packed = zlib.decompressobj().decompress(stored[HEADER.size :], (STEP_BYTES + COUNT_BYTES) * filled + 1)
        steps = np.frombuffer(packed, "<u4", filled)
        counts = np.frombuffer(packed, "<u8", filled, offset=STEP_BYTES * filled)
        histogram = cls()
        histogram._counts[np.cumsum(steps, dtype=np.int64)] = counts
        histogram.count, histogram._sum_ns, histogram._min_ns, histogram._max_ns = count, sum_ns, min_ns, max_ns
        if histogram._counts.sum() != count or not 0 <= min_ns <= max_ns or not 0 <= sum_ns < np.inf:
            raise ValueError("its counts do not add up")
        return histogram


PERCENTILES: Mapping[str, float] = {"p50": 50, "p90": 90, "p95": 95, "p99": 99, "p999": 99.9}
VALUES_BEYOND = 10


def least_count(percent: float) -> int:
    """How many values a percentile wants: ten beyond it, so that p99 takes 1,000. The median of any is their middle."""
    return 1 if percent <= 50 else round(VALUES_BEYOND * 100 / (100 - percent))


def _bucket_numbers(latencies_ns: Nanoseconds) -> NDArray[np.int64]:
    capped = np.clip(latencies_ns, 0, MAX_NS)
    # The exponent that frexp gives is the number of bits; exact, because every value here fits a double.
    bits = np.frexp(capped.astype(np.float64))[1].astype(np.int64)
    shift = np.maximum(bits - FIGURES_BITS - 1, 0)
    numbers: NDArray[np.int64] = shift * BUCKETS_A_DOUBLING + (capped >> shift)
    return numbers


def _lows(numbers: Any) -> Any:
    """The least value, in ns, of each bucket."""
    shift = np.maximum(np.asarray(numbers) // BUCKETS_A_DOUBLING - 1, 0)
    return (numbers - shift * BUCKETS_A_DOUBLING) << shift
