"""Formats of drawn values: SQL literals, fields of LOAD DATA, and parts that the compiled core writes."""

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from benchlab.definitions.values import text_pool
from benchlab.definitions.values.text_pool import Texts

Rng = np.random.Generator
Integers = NDArray[np.int64]
Part = Integers | list[bytes] | tuple[Texts, Integers]
"""Of a field of many rows: whole numbers, texts, or the places of texts in a table."""


class Generator(ABC):
    """Draws one value, again and again. Both forms draw the same values from the same seed."""

    @abstractmethod
    def batch(self, n: int) -> list[bytes]:
        """The next n draws as SQL literals, quoted and escaped."""

    @abstractmethod
    def batch_text(self, n: int) -> list[bytes]:
        """The next n draws as fields of a tab separated LOAD DATA stream."""

    def batch_parts(self, n: int) -> tuple[Part, ...]:
        """The same fields as the compiled core writes them, each as its parts, one after the other."""
        return (self.batch_text(n),)


class Numbers(Generator):
    """Digits need no quotes: a literal and a field look alike."""

    def __init__(self, draw: Callable[[int], list[bytes]]) -> None:
        self._draw = draw

    def batch(self, n: int) -> list[bytes]:
        return self._draw(n)

    def batch_text(self, n: int) -> list[bytes]:
        return self._draw(n)


class WholeNumbers(Generator):
    def __init__(self, draw: Callable[[int], Integers]) -> None:
        self._draw = draw

    def batch(self, n: int) -> list[bytes]:
        return [b"%d" % number for number in self._draw(n).tolist()]

    def batch_text(self, n: int) -> list[bytes]:
        return self.batch(n)

    def batch_parts(self, n: int) -> tuple[Part, ...]:
        return (self._draw(n),)


class Lookup(Generator):
    """Draws from texts that are rendered beforehand."""

    def __init__(self, literals: Texts, fields: Texts, pick: Callable[[int], Integers]) -> None:
        self._literals, self._fields, self._pick = literals, fields, pick

    def batch(self, n: int) -> list[bytes]:
        return self._literals[self._pick(n)].tolist()  # type: ignore[no-any-return]

    def batch_text(self, n: int) -> list[bytes]:
        return self._fields[self._pick(n)].tolist()  # type: ignore[no-any-return]

    def batch_parts(self, n: int) -> tuple[Part, ...]:
        return ((self._fields, self._pick(n)),)


class PairedTexts(Generator):
    """Texts of two halves that are rendered beforehand and need no escaping."""

    def __init__(self, first: Texts, second: Texts, pick: Callable[[int], tuple[Integers, Integers]]) -> None:
        self._halves, self._pick = (first, second), pick

    def batch(self, n: int) -> list[bytes]:
        return [b"'%b'" % text for text in self.batch_text(n)]

    def batch_text(self, n: int) -> list[bytes]:
        (first, second), (left, right) = self._halves, self._pick(n)
        return (first[left] + second[right]).tolist()  # type: ignore[no-any-return]

    def batch_parts(self, n: int) -> tuple[Part, ...]:
        return tuple(zip(self._halves, self._pick(n), strict=True))


class Strings(Generator):
    """Texts made draw by draw; ``plain`` ones need no escaping."""

    def __init__(self, draw: Callable[[int], list[bytes]], *, plain: bool = True) -> None:
        self._draw, self._plain = draw, plain

    def batch(self, n: int) -> list[bytes]:
        drawn = self._draw(n)
        return [b"'%b'" % text for text in drawn] if self._plain else [text_pool.literal(text) for text in drawn]

    def batch_text(self, n: int) -> list[bytes]:
        drawn = self._draw(n)
        return drawn if self._plain else [text_pool.field(text) for text in drawn]


class WithNulls(Generator):
    def __init__(self, made: Generator, rng: Rng, share: float) -> None:
        self._made, self._rng, self._share = made, rng, share

    def batch(self, n: int) -> list[bytes]:
        return self._with(b"NULL", self._made.batch(n))

    def batch_text(self, n: int) -> list[bytes]:
        return self._with(rb"\N", self._made.batch_text(n))

    def _with(self, null: bytes, drawn: list[bytes]) -> list[bytes]:
        for index in np.flatnonzero(self._rng.random(len(drawn)) < self._share).tolist():
            drawn[index] = null
        return drawn
