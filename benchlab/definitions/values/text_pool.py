"""Rendered texts that generators look their draws up in, and the escaping of those that are made draw by draw."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

Texts = NDArray[np.object_]
"""An array of bytes objects: a million lookups take 30 ms, formatting each time takes ten times as long."""

_SYLLABLES = "ba co di fu ga hel in jo ka lem mi nor pa qui ro sta tu ver"
_DATE = np.dtype("datetime64[D]")


@lru_cache(maxsize=64)
def integers(low: int, width: int, ranks: int) -> Texts:
    """``ranks`` numbers spread evenly over ``width`` from ``low`` on."""
    return table([b"%d" % (low + rank * width // ranks) for rank in range(ranks)])


@lru_cache(maxsize=64)
def decimals(low: int, high: int, digits: int) -> Texts:
    return table(with_point(range(low, high + 1), digits))


def with_point(numbers: Sequence[int], digits: int) -> list[bytes]:
    if not digits:
        return [b"%d" % number for number in numbers]
    form, scale = b"%%b%%d.%%0%dd" % digits, 10**digits
    return [form % (b"-" if number < 0 else b"", abs(number) // scale, abs(number) % scale) for number in numbers]


@lru_cache(maxsize=64)
def dates(low: int, high: int) -> Texts:
    return table([str(day).encode() for day in np.arange(low, high + 1).astype(_DATE)])


@lru_cache(maxsize=1)
def times_of_day() -> Texts:
    return table([b"%02d:%02d:%02d" % (s // 3600, s // 60 % 60, s % 60) for s in range(86400)])


@lru_cache(maxsize=1)
def vocabulary() -> Texts:
    return table(["".join(chosen).encode() for chosen in product(_SYLLABLES.split(), repeat=3)])


@lru_cache(maxsize=1)
def pairs_of_octets() -> Texts:
    return table([b"%d.%d" % divmod(number, 256) for number in range(65536)])


def table(texts: Iterable[bytes]) -> Texts:
    return np.array(list(texts), dtype=object)


def quoted(texts: Texts) -> Texts:
    return b"'" + texts + b"'"  # type: ignore[no-any-return]


def field(text: bytes) -> bytes:
    for special, escaped in ((b"\\", b"\\\\"), (b"\t", b"\\t"), (b"\n", b"\\n"), (b"\r", b"\\r"), (b"\0", b"\\0")):
        text = text.replace(special, escaped)
    return text


def literal(text: bytes) -> bytes:
    return b"'" + field(text).replace(b"'", b"''") + b"'"
