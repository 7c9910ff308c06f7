"""Series as columns: many seconds of one source in one array a metric, packed small enough for a database."""

import json
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from benchlab.metrics import Sample

Floats = NDArray[np.float64]

GAP_S = 2.5
"""Samples come every second; where the next is later than this, some are missing."""

_MAGIC = b"BLS1"
_WHOLE_IN_FLOAT32 = 2**24
"""Whole numbers above this may not survive four bytes."""


@dataclass(frozen=True)
class Series:
    """Metrics of one source over time: ``times`` in seconds since the run began, NaN where a metric has a gap."""

    times: Floats
    values: Mapping[str, Floats]

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Self:
        names = list(dict.fromkeys(name for sample in samples for name in sample.values))
        columns = {
            name: np.array([sample.values.get(name, np.nan) for sample in samples], dtype=np.float64) for name in names
        }
        return cls(np.array([sample.at_s for sample in samples], dtype=np.float64), columns)

    @classmethod
    def join(cls, parts: Iterable[Self]) -> Self:
        """The parts one after the other; a metric that a part does not know has a gap there."""
        given = list(parts)
        names = list(dict.fromkeys(name for part in given for name in part.values))
        times = np.concatenate([part.times for part in given]) if given else np.empty(0)
        order = np.argsort(times, kind="stable")
        return cls(times[order], {name: _joined(given, name)[order] for name in names})

    @classmethod
    def aligned(cls, parts: Iterable[Self]) -> Self:
        """The parts on one clock; a metric has a gap wherever only others have a sample."""
        given = list(parts)
        times = np.unique(np.concatenate([part.times for part in given])) if given else np.empty(0)
        columns = {name: np.full(len(times), np.nan) for part in given for name in part.values}
        for part in given:
            at = np.searchsorted(times, part.times)
            for name, values in part.values.items():
                columns[name][at] = values
        return cls(times, columns)

    def between(self, start_s: float, end_s: float) -> Self:
        chosen = (self.times > start_s) & (self.times <= end_s)
        return type(self)(self.times[chosen], {name: column[chosen] for name, column in self.values.items()})

    def only(self, name: str) -> Self:
        return type(self)(self.times, {name: self.values[name]})

    def with_gaps(self, longest_s: float = GAP_S) -> Self:
        """With a NaN in the middle of every stretch that has no sample, so that no line is drawn across it."""
        after = np.flatnonzero(np.diff(self.times) > longest_s) + 1
        times = np.insert(self.times, after, (self.times[after - 1] + self.times[after]) / 2)
        return type(self)(times, {name: np.insert(column, after, np.nan) for name, column in self.values.items()})


def pack(series: Series) -> bytes:
    """The series in a few bytes a sample: times to the millisecond, values in four bytes where that keeps them."""
    columns = {name: _narrowed(column) for name, column in series.values.items()}
    header = {"columns": [[name, column.dtype.str] for name, column in columns.items()], "count": len(series.times)}
    encoded = json.dumps(header, separators=(",", ":")).encode()
    body = _shuffled(_deltas(series.times)) + b"".join(_shuffled(column) for column in columns.values())
    return _MAGIC + zlib.compress(struct.pack("<I", len(encoded)) + encoded + body, 6)


def unpack(packed: bytes) -> Series:
    """What ``pack`` packed. Raises ValueError for anything else."""
    if packed[:4] != _MAGIC:
        raise ValueError("These are not packed series.")
    plain = zlib.decompress(packed[4:])
    (header_size,) = struct.unpack_from("<I", plain)
    header = json.loads(plain[4 : 4 + header_size])
    count, offset = header["count"], 4 + header_size
    arrays = []
    for _, dtype in [["", "<i8"], *header["columns"]]:
        size = count * np.dtype(dtype).itemsize
        arrays.append(_unshuffled(plain[offset : offset + size], dtype))
        offset += size
    names = [name for name, _ in header["columns"]]
    values = {name: column.astype(np.float64) for name, column in zip(names, arrays[1:], strict=True)}
    return Series(np.cumsum(arrays[0]) / 1000, values)


def _joined(parts: Sequence[Series], name: str) -> Floats:
    return np.concatenate([part.values.get(name, np.full(len(part.times), np.nan)) for part in parts])


def _deltas(times: Floats) -> NDArray[np.int64]:
    return np.diff(np.rint(times * 1000).astype("<i8"), prepend=0)


def _narrowed(column: Floats) -> NDArray[np.float32] | Floats:
    known = column[np.isfinite(column)]
    large = np.abs(known) > _WHOLE_IN_FLOAT32
    fits = not large.any() or bool((known[large] == known[large].astype(np.float32)).all())
    return column.astype("<f4") if fits else column.astype("<f8")


def _shuffled(column: NDArray[np.generic]) -> bytes:
    """First bytes first, then second bytes: neighbours are alike there, and compress well."""
    return column.view(np.uint8).reshape(len(column), column.dtype.itemsize).T.tobytes()


def _unshuffled(plain: bytes, dtype: str) -> NDArray[np.generic]:
    size = np.dtype(dtype).itemsize
    return np.frombuffer(plain, np.uint8).reshape(size, -1).T.copy().view(dtype).reshape(-1)
