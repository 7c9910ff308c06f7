"""What a definition may say of a value generator, checked into a GeneratorSpec."""

import ipaddress
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, TypeVar

from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.values import units
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.definitions.values.text_pool import vocabulary

T = TypeVar("T")
_MISSING: Any = object()
_LARGEST = 2**63 - 1
_EPOCH = datetime(1970, 1, 1)
_MOST_DAYS = 366_000
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def check(kind: str, given: Any, *, nulls: Any = 0) -> GeneratorSpec:
    """The spec of what a definition says of a value. Raises ValueError with a sentence."""
    share = float(units.parse_number(str(nulls)))
    if not 0 <= share <= 1:
        raise ValueError(f"“nulls” is a share from 0 to 1, such as 0.05; {nulls} is not.")
    return GeneratorSpec(kind, {**_CHECKS[kind](given), **({"nulls": share} if share else {})})


class _Given:
    """The arguments of one generator: a mapping, a list of two bounds, or its most important one alone."""

    def __init__(self, given: Any, *, only: str = "", example: str) -> None:
        self._example = example
        self._asked: list[str] = []
        if isinstance(given, dict):
            self._left = dict(given)
        elif isinstance(given, list) and len(given) == 2 and not only:
            self._left = {"min": given[0], "max": given[1]}
        elif only and given is not None:
            self._left = {only: given}
        else:
            raise ValueError(f"Write it as {example}.")

    def take(self, name: str, parse: Callable[[Any], T], default: Any = _MISSING) -> T:
        self._asked.append(name)
        given = self._left.pop(name, None)
        if given is not None:
            return parse(given)
        if default is _MISSING:
            raise ValueError(f"“{name}” is missing: write {self._example}.")
        return default  # type: ignore[no-any-return]

    def finish(self) -> None:
        for name in self._left:
            raise Unknown(f"It has no argument “{name}”.", name, self._asked)


def _integer(given: Any) -> dict[str, Any]:
    arguments = _Given(given, example="integer: [1, 100] or integer: {min: 1, max: 100, distinct: 10, zipf: 1.1}")
    low, high = arguments.take("min", _whole), arguments.take("max", _whole)
    distinct = arguments.take("distinct", _whole, 0)
    zipf = arguments.take("zipf", lambda text: units.parse_number(str(text)), 0.0)
    arguments.finish()
    _in_order(low, high)
    if distinct < 0 or distinct > high - low + 1:
        raise ValueError(f"There are no {distinct:,} distinct whole numbers from {low:,} to {high:,}.")
    if (distinct or 1) * (high - low + 1) > _LARGEST:
        raise ValueError("“distinct” times the width of the range does not fit into 63 bits.")
    if not 0 <= zipf <= 10:
        raise ValueError("“zipf” is an exponent above 0 and up to 10, such as 1.1.")
    return {"min": low, "max": high, "distinct": distinct, "zipf": zipf}


def _sequence(given: Any) -> dict[str, Any]:
    arguments = _Given({} if given is None else given, only="start", example="sequence: {start: 1}")
    start = arguments.take("start", _whole, 1)
    arguments.finish()
    if abs(start) > _LARGEST // 2:
        raise ValueError(f"A sequence that starts at {start:,} does not fit into 63 bits.")
    return {"start": start}


def _decimal(given: Any) -> dict[str, Any]:
    """Bounds in units of the last digit, which are exact."""
    arguments = _Given(given, example="decimal: [0.01, 999.99]")
    low, high = arguments.take("min", _exact), arguments.take("max", _exact)
    written = max(-int(each.as_tuple().exponent) for each in (low, high))
    digits = arguments.take("digits", _whole, max(written, 0))
    arguments.finish()
    _in_order(low, high)
    if not max(written, 0) <= digits <= 18 or abs(low) * 10**digits > _LARGEST or abs(high) * 10**digits > _LARGEST:
        raise ValueError(
            "“digits” is the number of decimal places: no fewer than the bounds have, and at most 18 digits in all."
        )
    return {"min": int(low * 10**digits), "max": int(high * 10**digits), "digits": digits}


def _date(given: Any) -> dict[str, Any]:
    low, high = _bounds(given, _day, example="date: [2026-01-01, 2026-12-31]")
    if high - low > _MOST_DAYS:
        raise ValueError("More than a thousand years lie between the two dates.")
    return {"min": low, "max": high}


def _time(given: Any) -> dict[str, Any]:
    low, high = _bounds(given, _second_of_day, example="time: [00:00:00, 23:59:59]")
    return {"min": low, "max": high}


def _datetime(given: Any) -> dict[str, Any]:
    low, high = _bounds(given, _second, example='datetime: ["2026-01-01 00:00:00", "2026-12-31 23:59:59"]')
    if high - low > _MOST_DAYS * 86400:
        raise ValueError("More than a thousand years lie between the two times.")
    return {"min": low, "max": high}


def _bounds(given: Any, parse: Callable[[Any], int], *, example: str) -> tuple[int, int]:
    arguments = _Given([given, given] if isinstance(given, str) else given, example=example)
    low, high = arguments.take("min", parse), arguments.take("max", parse)
    arguments.finish()
    _in_order(low, high)
    return low, high


def _string(given: Any) -> dict[str, Any]:
    example = "string: 20 or string: {length: [5, 20], alphabet: abc}"
    arguments = _Given(given if isinstance(given, dict) else {"length": given}, example=example)
    length, alphabet = arguments.take("length", _span), arguments.take("alphabet", _text, LETTERS)
    arguments.finish()
    if not alphabet or "\0" in alphabet:
        raise ValueError("“alphabet” holds the characters to draw from: one or more, and no NUL.")
    return {"length": length, "alphabet": alphabet}


def _word(given: Any) -> dict[str, Any]:
    example = "word: 3 or word: [2, 5], how many words; or word: {count: 2, separator: ., distinct: 1000}"
    arguments = _Given(given if isinstance(given, dict) else {"count": given}, example=example)
    count = arguments.take("count", _span)
    separator, distinct = arguments.take("separator", _text, " "), arguments.take("distinct", _whole, 0)
    arguments.finish()
    if set(separator) & set("'\"\\\t\n\r\0"):
        raise ValueError("“separator” holds no quotes, backslashes or control characters.")
    if distinct:
        _check_distinct_words(count, distinct)
    return {"count": count, "separator": separator, "distinct": distinct}


def _check_distinct_words(count: list[int], distinct: int) -> None:
    fewest, most = count
    if fewest != most or not 1 <= most <= 4:
        raise ValueError("With “distinct” all texts have the same number of words: “count” is one number from 1 to 4.")
    if not 1 <= distinct <= (different := len(vocabulary()) ** most):
        raise ValueError(f"“distinct” is from 1 to {different:,}, the number of different texts of {most} words.")


def _ip(given: Any) -> dict[str, Any]:
    try:
        network = ipaddress.IPv4Network(_text(given))
    except ValueError as error:
        raise ValueError(f"“{given}” is not an IPv4 network such as 10.0.0.0/8: {error}.") from None
    return {"first": int(network.network_address), "count": network.num_addresses}


def _choice(given: Any) -> dict[str, Any]:
    if isinstance(given, list):
        given = dict.fromkeys(map(_text, given), 1)
    if not isinstance(given, Mapping) or not given:
        raise ValueError("Write it as choice: [red, green] or choice: {red: 3, green: 1}.")
    weights = [units.parse_number(_text(weight)) for weight in given.values()]
    if min(weights) < 0 or sum(weights) == 0:
        raise ValueError("No weight may be negative, and at least one must be above 0.")
    return {"texts": list(given), "weights": weights}


def _whole(given: Any) -> int:
    number = units.parse_count(_text(given))
    if abs(number) > _LARGEST:
        raise ValueError(f"{number} does not fit into 63 bits.")
    return number


def _exact(given: Any) -> Decimal:
    try:
        number = Decimal(_text(given))
    except InvalidOperation:
        raise ValueError(f"“{given}” is not a decimal number such as 9.99.") from None
    if not number.is_finite() or abs(number.adjusted()) > 18:
        raise ValueError(f"{given} has more digits than a number can have here, 18.")
    return number


def _day(given: Any) -> int:
    return _moment(given, "%Y-%m-%d", "a date such as 2026-01-31").days


def _second(given: Any) -> int:
    return int(
        _moment(
            _text(given).replace("T", " "), "%Y-%m-%d %H:%M:%S", "a time such as 2026-01-31 23:59:59"
        ).total_seconds()
    )


def _second_of_day(given: Any) -> int:
    return _moment(given, "%H:%M:%S", "a time of day such as 23:59:59").seconds


def _moment(given: Any, form: str, wanted: str) -> timedelta:
    try:
        return datetime.strptime(_text(given), form) - _EPOCH
    except ValueError:
        raise ValueError(f"“{given}” is not {wanted}.") from None


def _span(given: Any) -> list[int]:
    bounds = given if isinstance(given, list) else [given, given]
    if len(bounds) != 2:
        raise ValueError("Give a number, or the least and the most: 20 or [5, 20].")
    low, high = map(_whole, bounds)
    _in_order(low, high)
    if low < 0 or not 0 < high <= 65_535:
        raise ValueError("The length is 0 to 65,535, and not always 0.")
    return [low, high]


def _in_order(low: int | Decimal, high: int | Decimal) -> None:
    if low > high:
        raise ValueError("Its first bound is above its second.")


def _text(given: Any) -> str:
    if isinstance(given, dict | list):
        raise ValueError("A single value is expected, not a list or a mapping.")
    return str(given).lower() if isinstance(given, bool) else str(given)


_CHECKS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "integer": _integer,
    "sequence": _sequence,
    "decimal": _decimal,
    "date": _date,
    "time": _time,
    "datetime": _datetime,
    "string": _string,
    "word": _word,
    "ip": _ip,
    "choice": _choice,
}
KINDS = tuple(_CHECKS)
