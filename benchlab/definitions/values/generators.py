"""Values drawn from a run's seed: numpy in, SQL literals or load fields out, many at a time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np

from benchlab.definitions.values import text_pool
from benchlab.definitions.values.generator_output import (
    Generator,
    Integers,
    Lookup,
    Numbers,
    PairedTexts,
    Rng,
    Strings,
    WholeNumbers,
    WithNulls,
)
from benchlab.definitions.values.zipf import zipf_ranks

_LARGEST_TABLE = 2**17


@dataclass(frozen=True)
class GeneratorSpec:
    """A value generator by kind (``integer``, ``date``, ...) and its checked arguments."""

    kind: str
    arguments: dict[str, Any]


def seeded(seed: int, *path: int | str) -> Rng:
    """Random numbers that depend on the run's seed and on who draws them, and on nothing else."""
    digest = blake2b(repr(path).encode(), digest_size=16).digest()
    return np.random.default_rng(np.random.SeedSequence([seed, int.from_bytes(digest, "big")]))


def make(spec: GeneratorSpec, rng: Rng, *, offset: int = 0, stride: int = 1) -> Generator:
    """The generator of a checked spec. A sequence yields start + offset + i * stride, all others ignore the two."""
    if spec.kind == "sequence":
        made: Generator = WholeNumbers(_counting(spec.arguments["start"] + offset, stride))
    else:
        made = _MAKERS[spec.kind](rng, spec.arguments)
    nulls = spec.arguments.get("nulls")
    return WithNulls(made, rng, nulls) if nulls else made


def _counting(start: int, stride: int) -> Callable[[int], Integers]:
    position = start

    def draw(n: int) -> Integers:
        nonlocal position
        numbers: Integers = np.arange(position, position + n * stride, stride, dtype=np.int64)
        position += n * stride
        return numbers

    return draw


def _integer(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    low, width = arguments["min"], arguments["max"] - arguments["min"] + 1
    ranks = arguments["distinct"] or width
    pick = zipf_ranks(rng, arguments["zipf"], ranks) if arguments["zipf"] else lambda n: rng.integers(0, ranks, n)
    if ranks <= _LARGEST_TABLE:
        table = text_pool.integers(low, width, ranks)
        return Lookup(table, table, pick)
    return WholeNumbers(lambda n: low + pick(n) * width // ranks)


def _decimal(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    """Drawn as whole numbers of the last digit, so that sums reconcile to the cent."""
    low, high, digits = arguments["min"], arguments["max"], arguments["digits"]
    if high - low < _LARGEST_TABLE:
        table = text_pool.decimals(low, high, digits)
        return Lookup(table, table, lambda n: rng.integers(0, len(table), n))
    return Numbers(lambda n: text_pool.with_point(rng.integers(low, high, n, endpoint=True).tolist(), digits))


def _date(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    days = text_pool.dates(arguments["min"], arguments["max"])
    return Lookup(text_pool.quoted(days), days, lambda n: rng.integers(0, len(days), n))


def _time(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    times = text_pool.times_of_day()[arguments["min"] : arguments["max"] + 1]
    return Lookup(text_pool.quoted(times), times, lambda n: rng.integers(0, len(times), n))


def _datetime(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    low, high = arguments["min"], arguments["max"]
    days, times = text_pool.dates(low // 86400, high // 86400) + b" ", text_pool.times_of_day()

    def pick(n: int) -> tuple[Integers, Integers]:
        day, second = np.divmod(rng.integers(low, high, n, endpoint=True), 86400)
        return day - low // 86400, second

    return PairedTexts(days, times, pick)


def _string(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    alphabet, (shortest, longest) = arguments["alphabet"], arguments["length"]
    ascii_only = alphabet.isascii()
    letters = np.array([ord(letter) for letter in alphabet], np.uint8 if ascii_only else np.uint32)
    # Looked up by 16 bits, drawn three times as fast as numbers below an odd bound; letters differ in odds by 1 in
    # 65536 / their number.
    looked_up = np.resize(letters, 2**16)
    columns = np.arange(longest)

    def draw(n: int) -> list[bytes]:
        drawn = looked_up[rng.integers(0, 2**16, (n, longest), dtype=np.uint16)]
        if shortest < longest:
            drawn[columns >= rng.integers(shortest, longest, (n, 1), endpoint=True)] = 0
        # numpy takes trailing NULs for padding, so that a shorter text is one with its tail zeroed.
        if ascii_only:
            return drawn.view(f"S{longest}").ravel().tolist()
        return [text.encode() for text in drawn.view(f"U{longest}").ravel().tolist()]

    return Strings(draw, plain=not set(alphabet) & set("'\"\\\t\n\r"))


def _word(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    fewest, most = arguments["count"]
    vocabulary, separator = text_pool.vocabulary(), arguments.get("separator", " ").encode()
    if distinct := arguments.get("distinct"):
        return Strings(_distinct_words(rng, distinct, words=most, separator=separator))

    def draw(n: int) -> list[bytes]:
        rows = vocabulary[rng.integers(0, len(vocabulary), (n, most))].tolist()
        counts = rng.integers(fewest, most, n, endpoint=True).tolist()
        return [separator.join(row[:count]) for row, count in zip(rows, counts, strict=True)]

    return Strings(draw)


def _distinct_words(rng: Rng, distinct: int, *, words: int, separator: bytes) -> Callable[[int], list[bytes]]:
    """Texts of as many words: the digits of a number, of which ``distinct`` are spread evenly over all."""
    vocabulary = text_pool.vocabulary()
    step = len(vocabulary) ** words // distinct

    def draw(n: int) -> list[bytes]:
        rest, digit = np.divmod(rng.integers(0, distinct, n) * step, len(vocabulary))
        drawn = vocabulary[digit]
        for _ in range(words - 1):
            rest, digit = np.divmod(rest, len(vocabulary))
            drawn = vocabulary[digit] + separator + drawn
        return drawn.tolist()  # type: ignore[no-any-return]

    return draw


def _ip(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    first, count = arguments["first"], arguments["count"]
    high, low = text_pool.pairs_of_octets() + b".", text_pool.pairs_of_octets()

    def pick(n: int) -> tuple[Integers, Integers]:
        numbers = first + rng.integers(0, count, n)
        return numbers >> 16, numbers & 0xFFFF

    return PairedTexts(high, low, pick)


def _choice(rng: Rng, arguments: Mapping[str, Any]) -> Generator:
    chosen = [text.encode() for text in arguments["texts"]]
    bounds = np.cumsum(arguments["weights"]) / np.sum(arguments["weights"])

    def pick(n: int) -> Integers:
        return np.searchsorted(bounds, rng.random(n), side="right").astype(np.int64)

    return Lookup(text_pool.table(map(text_pool.literal, chosen)), text_pool.table(map(text_pool.field, chosen)), pick)


_MAKERS: dict[str, Callable[[Rng, Mapping[str, Any]], Generator]] = {
    "integer": _integer,
    "decimal": _decimal,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "string": _string,
    "word": _word,
    "ip": _ip,
    "choice": _choice,
}
