"""Values drawn from a run's seed: numpy in, SQL literals or load fields out, many at a time."""

import datetime
import ipaddress
import zlib
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchlab.definitions.plan import GeneratorSpec

Integers = NDArray[np.int64]
Draw = Callable[[int], list[bytes]]
Rng = np.random.Generator

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_SYLLABLES = (
    "ba",
    "co",
    "di",
    "fu",
    "ga",
    "hel",
    "in",
    "jo",
    "ka",
    "lem",
    "mi",
    "nor",
    "pa",
    "qui",
    "ro",
    "sta",
    "tu",
    "ver",
)


class Generator:
    """Draws of one value. ``quoted`` says whether its text stands in quotes in a statement."""

    def __init__(self, draw: Draw, *, quoted: bool) -> None:
        self.batch_text = draw
        """The next n draws as fields of a LOAD DATA stream: plain text, tab and backslash escaped."""
        self._quoted = quoted

    def batch(self, n: int) -> list[bytes]:
        """The next n draws as SQL literals."""
        drawn = self.batch_text(n)
        return [b"'" + text.replace(b"'", b"''") + b"'" for text in drawn] if self._quoted else drawn


def seeded(seed: int, *path: int | str) -> Rng:
    """Random numbers that depend on the run's seed and on who draws them, and on nothing else."""
    words = [part if isinstance(part, int) else zlib.crc32(part.encode()) for part in path]
    return np.random.default_rng(np.random.SeedSequence([seed, *words]))


def make(spec: GeneratorSpec, rng: Rng, *, offset: int = 0, stride: int = 1) -> Generator:
    """The generator of a checked spec. A sequence yields start + offset + i * stride, all others ignore the two."""
    if spec.kind == "sequence":
        return Generator(_sequence(spec.arguments["start"] + offset, stride), quoted=False)
    draw = _MAKERS[spec.kind](rng, spec.arguments)
    return Generator(draw, quoted=spec.kind not in {"integer", "decimal"})


def check(kind: str, given: Any) -> GeneratorSpec:
    """The spec of what a definition says of a value. Raises ValueError with a sentence."""
    try:
        arguments = _CHECKS[kind](given)
    except (TypeError, AttributeError, KeyError, IndexError):
        raise ValueError(f"It does not have the form of {EXAMPLES[kind]}.") from None
    return GeneratorSpec(kind, arguments)


EXAMPLES = {
    "integer": "integer: [1, 100] or integer: {min: 1, max: 100, distinct: 10} or {min: 1, max: 100, zipf: 1.2}",
    "sequence": "sequence: {start: 1}",
    "decimal": "decimal: [0.01, 999.99]",
    "date": "date: [2026-01-01, 2026-12-31]",
    "time": 'time: ["00:00:00", "23:59:59"]',
    "datetime": 'datetime: ["2026-01-01 00:00:00", "2026-12-31 23:59:59"]',
    "string": "string: 20 or string: {length: [5, 20], alphabet: abc}",
    "word": "word: 3 (how many words)",
    "ip": "ip: 10.0.0.0/8",
    "choice": "choice: [red, green] or choice: {red: 3, green: 1}",
}
KINDS = tuple(EXAMPLES)


def _sequence(start: int, stride: int) -> Draw:
    position = start

    def draw(n: int) -> list[bytes]:
        nonlocal position
        numbers = range(position, position + n * stride, stride)
        position += n * stride
        return [b"%d" % each for each in numbers]

    return draw


def _integer(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    low, high, distinct, zipf = (arguments[name] for name in ("min", "max", "distinct", "zipf"))
    ranks = distinct or high - low + 1
    step = (high - low + 1) // ranks
    pick = _zipf(rng, zipf, ranks) if zipf else lambda n: rng.integers(0, ranks, n)
    return lambda n: [b"%d" % each for each in (low + pick(n) * step).tolist()]


def _zipf(rng: Rng, exponent: float, ranks: int) -> Callable[[int], Integers]:
    """Ranks 0..n-1 with probability proportional to (rank + 1) ** -exponent.

    Rejection-inversion: W. Hörmann and G. Derflinger, Rejection-inversion to generate variates from monotone discrete
    distributions, ACM TOMACS 6 (1996).
    """
    power = 1 - exponent

    def area(x: Any) -> Any:
        return np.log(x) if power == 0 else (np.power(x, power) - 1) / power

    def inverse(y: Any) -> Any:
        return np.exp(y) if power == 0 else np.power(1 + y * power, 1 / power)

    low, high = area(1.5) - 1.0, area(ranks + 0.5)

    def draw(n: int) -> Integers:
        drawn = np.empty(0, dtype=np.int64)
        while len(drawn) < n:
            at = rng.uniform(low, high, n)
            rank = np.clip(np.rint(inverse(at)), 1, ranks)
            accepted = at >= area(rank + 0.5) - np.power(rank, -exponent)
            drawn = np.concatenate([drawn, rank[accepted].astype(np.int64) - 1])
        return drawn[:n]

    return draw


def _decimal(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    """Drawn as whole numbers of the last digit, so that sums reconcile to the cent."""
    digits, low, high = arguments["digits"], arguments["min"], arguments["max"]
    scale = 10**digits

    def text(units: int) -> bytes:
        sign, whole = ("-", -units) if units < 0 else ("", units)
        return f"{sign}{whole // scale}.{whole % scale:0{digits}d}".encode() if digits else b"%d" % units

    return lambda n: [text(each) for each in rng.integers(low, high, n, endpoint=True).tolist()]


def _moments(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    """Dates, times and date-times are whole days or seconds from an origin, looked up or formatted by numpy."""
    unit, low, high = arguments["unit"], arguments["min"], arguments["max"]
    cut = slice(11, 19) if arguments["clock_only"] else slice(None)

    def draw(n: int) -> list[bytes]:
        numbers = rng.integers(low, high, n, endpoint=True)
        moments = np.datetime_as_string(numbers.astype(f"datetime64[{unit}]"))
        return [text[cut].replace("T", " ").encode() for text in moments.tolist()]

    return draw if high - low > 100_000 else _looked_up(rng, low, high, unit, cut)


def _looked_up(rng: Rng, low: int, high: int, unit: str, cut: slice) -> Draw:
    moments = np.datetime_as_string(np.arange(low, high + 1).astype(f"datetime64[{unit}]"))
    texts = [text[cut].replace("T", " ").encode() for text in moments.tolist()]
    return lambda n: [texts[index] for index in rng.integers(0, len(texts), n).tolist()]


def _string(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    alphabet = np.array(list(arguments["alphabet"]))
    shortest, longest = arguments["length"]

    def draw(n: int) -> list[bytes]:
        letters = alphabet[rng.integers(0, len(alphabet), (n, longest))]
        lengths = rng.integers(shortest, longest, n, endpoint=True).tolist()
        rows = ["".join(row) for row in letters.tolist()]
        return [_escaped(row[:length]) for row, length in zip(rows, lengths, strict=True)]

    return draw


def _word(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    shortest, longest = arguments["words"]

    def text(count: int) -> bytes:
        syllables = rng.integers(0, len(_SYLLABLES), (count, 3)).tolist()
        return " ".join("".join(_SYLLABLES[index] for index in word) for word in syllables).encode()

    return lambda n: [text(count) for count in rng.integers(shortest, longest, n, endpoint=True).tolist()]


def _ip(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    first, count = arguments["first"], arguments["count"]

    def draw(n: int) -> list[bytes]:
        numbers = (first + rng.integers(0, count, n)).tolist()
        return [b"%d.%d.%d.%d" % (each >> 24, each >> 16 & 255, each >> 8 & 255, each & 255) for each in numbers]

    return draw


def _choice(rng: Rng, arguments: Mapping[str, Any]) -> Draw:
    texts = [_escaped(text) for text in arguments["texts"]]
    weights = np.array(arguments["weights"], dtype=np.float64)
    shares = weights / weights.sum()
    return lambda n: [texts[index] for index in rng.choice(len(texts), n, p=shares).tolist()]


def _escaped(text: str) -> bytes:
    escapes: dict[str, str | int | None] = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0"}
    return text.translate(str.maketrans(escapes)).encode()


_MAKERS: dict[str, Callable[[Rng, Mapping[str, Any]], Draw]] = {
    "integer": _integer,
    "decimal": _decimal,
    "date": _moments,
    "time": _moments,
    "datetime": _moments,
    "string": _string,
    "word": _word,
    "ip": _ip,
    "choice": _choice,
}


def _check_integer(given: Any) -> dict[str, Any]:
    arguments = {"min": given[0], "max": given[1]} if isinstance(given, list) else dict(given)
    low, high = int(arguments.pop("min")), int(arguments.pop("max"))
    distinct, zipf = int(arguments.pop("distinct", 0) or 0), float(arguments.pop("zipf", 0) or 0)
    _refuse_others(arguments)
    _check_order(low, high)
    if not 0 <= distinct <= high - low + 1:
        raise ValueError(f"There are no {distinct} distinct whole numbers from {low} to {high}.")
    if zipf < 0:
        raise ValueError("The exponent of zipf is a positive number such as 1.2.")
    return {"min": low, "max": high, "distinct": distinct, "zipf": zipf}


def _check_sequence(given: Any) -> dict[str, Any]:
    arguments = dict(given or {})
    start = int(arguments.pop("start", 1))
    _refuse_others(arguments)
    return {"start": start}


def _check_decimal(given: Any) -> dict[str, Any]:
    low, high = (str(each) for each in given)
    digits = max(len(text.partition(".")[2]) for text in (low, high))
    units = [round(float(text) * 10**digits) for text in (low, high)]
    _check_order(*units)
    return {"min": units[0], "max": units[1], "digits": digits}


def _check_moments(given: Any, *, unit: str, clock_only: bool = False) -> dict[str, Any]:
    low, high = given if isinstance(given, list) and len(given) == 2 else (given, given)
    prefix = "1970-01-01T" if clock_only else ""
    low_number, high_number = (_moment(f"{prefix}{text}", unit) for text in (low, high))
    _check_order(low_number, high_number)
    return {"min": low_number, "max": high_number, "unit": unit, "clock_only": clock_only}


def _moment(text: str, unit: str) -> int:
    """Days or seconds since 1970."""
    moment = datetime.datetime.fromisoformat(text).replace(tzinfo=datetime.UTC)
    seconds = int(moment.timestamp())
    return seconds // 86400 if unit == "D" else seconds


def _check_string(given: Any) -> dict[str, Any]:
    arguments = dict(given) if isinstance(given, dict) else {"length": given}
    length, alphabet = _span(arguments.pop("length")), str(arguments.pop("alphabet", _LETTERS))
    _refuse_others(arguments)
    if not alphabet:
        raise ValueError("The alphabet is empty.")
    return {"length": length, "alphabet": alphabet}


def _check_ip(given: Any) -> dict[str, Any]:
    network = ipaddress.IPv4Network(str(given))
    return {"first": int(network.network_address), "count": network.num_addresses}


def _check_choice(given: Any) -> dict[str, Any]:
    weighted = given if isinstance(given, dict) else {str(each): 1 for each in given}
    weights = [float(weight) for weight in weighted.values()]
    if not weights or min(weights) < 0 or sum(weights) == 0:
        raise ValueError("A choice needs values, and weights of which none is negative and one is above 0.")
    return {"texts": [str(text) for text in weighted], "weights": weights}


def _span(given: Any) -> list[int]:
    low, high = (int(each) for each in (given if isinstance(given, list) else (given, given)))
    _check_order(low, high)
    if low < 0:
        raise ValueError(f"{low} is less than 0.")
    return [low, high]


def _check_order(low: int, high: int) -> None:
    if low > high:
        raise ValueError("Its first bound is above its second.")


def _refuse_others(left: Mapping[str, Any]) -> None:
    if left:
        raise ValueError(f"It has no argument “{next(iter(left))}”.")


_CHECKS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "integer": _check_integer,
    "sequence": _check_sequence,
    "decimal": _check_decimal,
    "date": lambda given: _check_moments(given, unit="D"),
    "time": lambda given: _check_moments(given, unit="s", clock_only=True),
    "datetime": lambda given: _check_moments(given, unit="s"),
    "string": _check_string,
    "word": lambda given: {"words": _span(given)},
    "ip": _check_ip,
    "choice": _check_choice,
}
