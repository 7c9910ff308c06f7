"""Numbers as people write them: `20s`, `128MB`, `100k`, `2000/s`, `true`. Each parse says what it understands."""

import re
from collections.abc import Mapping
from decimal import Decimal

from benchlab.definitions.language.suggestions import Unknown

_NUMBER = r"[+-]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3}(?![A-Za-z]))?"
_NUMBER_AND_UNIT = re.compile(rf"\s*({_NUMBER})\s*([A-Za-z]*)\s*", re.ASCII)
_LARGEST = Decimal(10) ** 18
_RATE = re.compile(r"([^/]+?)\s*(?:/\s*(s|sec|second|min|minute|h|hour))?\s*")

_SECONDS = {
    "ms": Decimal("0.001"),
    "s": Decimal(1),
    "m": Decimal(60),
    "min": Decimal(60),
    "h": Decimal(3600),
    "d": Decimal(86400),
}
_BYTES = {"b": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
_TIMES = {"k": 1000, "m": 10**6, "g": 10**9, "b": 10**9}
_PER_S = {"s": 1, "sec": 1, "second": 1, "min": 60, "minute": 60, "h": 3600, "hour": 3600}
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})

Value = str | int | float | bool
"""A parameter's value once parsed: durations in seconds, sizes in bytes, counts as plain numbers."""
Factors = Mapping[str, Decimal] | Mapping[str, int]


def parse_duration(text: str) -> float:
    """Seconds. A bare number is taken as seconds."""
    amount, unit = _split(text, "a duration such as 500ms, 20s, 5m or 1h")
    seconds = float(amount * _factor(unit or "s", _SECONDS, text, "ms, s, m, h or d"))
    if seconds < 0:
        raise ValueError(f"A duration can not be negative: {text.strip()}.")
    return seconds


def parse_size(text: str) -> int:
    """Bytes, in binary multiples: 1KB is 1024. A bare number is taken as bytes."""
    amount, unit = _split(text, "a size such as 16KB, 128MB or 2GB")
    letters = unit.lower()
    letters = letters.removesuffix("ib") or letters if len(letters) == 3 else letters
    letters = letters[0] if len(letters) == 2 and letters[1] == "b" else letters
    return _whole(amount * _factor(letters or "b", _BYTES, text, "B, KB, MB, GB or TB"), text, "bytes")


def parse_count(text: str) -> int:
    """A number of things, in decimal multiples: 100k is 100,000 and 2M is two million."""
    amount, unit = _split(text, "a count such as 5000, 100k or 2M")
    return _whole(amount * (_factor(unit, _TIMES, text, "k, M or G") if unit else 1), text, "things")


def parse_integer(text: str) -> int:
    amount, unit = _split(text, "a whole number")
    if unit:
        raise ValueError(f"“{text.strip()}” is not a whole number: write it out, without “{unit}”.")
    return _whole(amount, text, "things")


def parse_number(text: str) -> float:
    amount, unit = _split(text, "a number")
    if unit:
        raise ValueError(f"“{text.strip()}” is not a plain number: leave “{unit}” away.")
    return float(amount)


def parse_rate(text: str) -> float:
    """How many a second, of `2000/s`, `120/min` or a bare number."""
    found = _RATE.fullmatch(text.strip())
    if not found:
        raise ValueError(f"“{text.strip()}” is not a rate. Give a rate such as 2000/s, 2k/s or 120/min.")
    return parse_count_or_number(found[1]) / _PER_S[found[2] or "s"]


def parse_count_or_number(text: str) -> float:
    amount, unit = _split(text, "a number such as 0.5, 2000 or 2k")
    return float(amount * (_factor(unit, _TIMES, text, "k, M or G") if unit else 1))


def parse_boolean(text: str) -> bool:
    given = text.strip().lower()
    if given in _TRUE | _FALSE:
        return given in _TRUE
    raise Unknown(f"“{text.strip()}” is neither true nor false.", given, ("true", "false"))


def format_duration(seconds: float) -> str:
    """The largest unit in which it is a whole number: `90s`, `5m`, `1h`, `250ms`."""
    exact = Decimal(repr(seconds))
    for unit in ("h", "m", "s", "ms"):
        amount = exact / _SECONDS[unit]
        if seconds and amount == amount.to_integral_value():
            return f"{int(amount)}{unit}"
    return f"{seconds:g}s"


def format_size(size_bytes: int) -> str:
    """The largest unit in which it is a whole number: `128MB`, `1GB`, `1000B`."""
    for unit in ("t", "g", "m", "k"):
        if size_bytes and size_bytes % _BYTES[unit] == 0:
            return f"{size_bytes // _BYTES[unit]}{unit.upper()}B"
    return f"{size_bytes}B"


def format_count(count: int) -> str:
    """`100k`, `2M`, and all digits where that is not exact; no commas, which part the values of a list."""
    for unit, factor in (("M", 10**6), ("k", 1000)):
        if count and count % factor == 0:
            return f"{count // factor}{unit}"
    return str(count)


def format_boolean(value: bool) -> str:
    return "true" if value else "false"


def _split(text: str, wanted: str) -> tuple[Decimal, str]:
    found = _NUMBER_AND_UNIT.fullmatch(text)
    if not found:
        raise ValueError(f"“{text.strip()}” is not {wanted}." if text.strip() else f"Nothing is given. Give {wanted}.")
    amount = Decimal(found[1].replace("_", ""))
    if abs(amount) > _LARGEST:
        raise ValueError(f"“{text.strip()}” is too large a number.")
    return amount, found[2]


def _factor(unit: str, factors: Factors, text: str, known: str) -> Decimal | int:
    factor = factors.get(unit.lower())
    if factor is None:
        raise ValueError(f"“{unit}” in “{text.strip()}” is no unit known here. Use {known}.")
    return factor


def _whole(amount: Decimal, text: str, what: str) -> int:
    if amount != amount.to_integral_value():
        raise ValueError(f"“{text.strip()}” is not a whole number{'' if what == 'things' else ' of ' + what}.")
    return int(amount)
