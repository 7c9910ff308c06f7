"""Axes: where a value is drawn, and which values have a tick."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log2, log10

from benchlab.charts.render.number_format import clock, short_count, size

Ticks = list[tuple[float, str]]
"""Values and their words."""
LEAST = 1e-9
SECONDS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 43200)
"""Between two ticks of time; the same in options.js."""


@dataclass(frozen=True, slots=True)
class Axis:
    """``low`` is drawn at ``start``, ``high`` at ``end``."""

    low: float
    high: float
    start: float
    end: float
    is_log: bool = False

    def at(self, value: float) -> float:
        low, high, here = (log10(max(each, LEAST)) if self.is_log else each for each in (self.low, self.high, value))
        share = (here - low) / (high - low) if high > low else 0.5
        return self.start + share * (self.end - self.start)


def value_axis(
    values: Iterable[float | None],
    ends: tuple[float, float],
    *,
    is_log: bool = False,
    unit: str = "",
    top: float | None = None,
    from_zero: bool = True,
) -> Axis:
    """One on which all values have a place, ending at a round number; ``top`` is where it ends at least."""
    known = [value for value in values if value is not None and (value > 0 or not is_log)] or [1.0]
    low, high = min(known), max([*known, *([top] if top else [])])
    if is_log:
        return Axis(low / 1.25, max(high * 1.25, low * 10), *ends, is_log=True)
    if not from_zero and low < high:
        step = step_of(high - low, unit)
        return Axis(floor(low / step) * step, high, *ends)
    high = high or 1.0
    return Axis(min(0.0, low), top if top == high else ceil(high / step_of(high, unit)) * step_of(high, unit), *ends)


def step_of(span: float, unit: str, wanted: int = 4) -> float:
    """A round number of which about so many fit into the span; of bytes a power of two."""
    rough = max(span, LEAST) / wanted
    if unit == "B":
        return float(2 ** ceil(log2(max(rough, 1))))
    power = 10.0 ** floor(log10(rough))
    return next(times * power for times in (1, 2, 2.5, 5, 10) if times * power >= rough * 0.999)


def value_ticks(axis: Axis, unit: str) -> Ticks:
    if axis.is_log:
        return [(value, short_count(value)) for value in powers(axis.low, axis.high)]
    step = step_of(axis.high - axis.low, unit)
    values = [axis.low + step * number for number in range(round((axis.high - axis.low) / step) + 1)]
    values = [value for value in values if value <= axis.high * 1.0001]
    return list(zip(values, _words(values, unit), strict=True))


def _words(values: Sequence[float], unit: str) -> list[str]:
    """Short ones, unless these would be the same for two ticks."""
    rounded = [float(f"{value:.6g}") for value in values]
    short = [size(value) for value in values] if unit == "B" else [short_count(value) for value in rounded]
    return short if len(set(short)) == len(short) else [f"{value:,.10g}" for value in rounded]


def powers(low: float, high: float) -> list[float]:
    """Powers of ten, and 2 and 5 times these where there are few."""
    first, last = floor(log10(max(low, LEAST))), ceil(log10(max(high, LEAST)))
    between = (1, 2, 5) if last - first <= 2 else (1,)
    values = [times * 10.0**power for power in range(first, last + 1) for times in between]
    return [value for value in values if low <= value <= high]


def time_ticks(end_s: float, most: int) -> Ticks:
    step = next((each for each in SECONDS if end_s / each <= most), 86400)
    return [(float(at), clock(at)) for at in range(0, int(end_s) + 1, step)]


def few(ticks: Ticks, most: int) -> Ticks:
    """Every second, third, ... of them, so that their words have room."""
    return ticks[:: max(1, ceil(len(ticks) / most))]


def spread_of(values: Sequence[float], ends: tuple[float, float], *, is_log: bool, margin: float = 0.05) -> Axis:
    """One that begins before the least and ends after the most."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if is_log:
        room = (high / low) ** margin if high > low > 0 else 2.0
        return Axis(low / room, high * room, *ends, is_log=True)
    room = (high - low) * margin or 1.0
    return Axis(low - room, high + room, *ends)
