"""How figures are written: 3 figures, grouped, with their unit; unknown is a dash."""

from math import isnan
from typing import TypeGuard

from benchlab.analysis.runs.figures import three_figures

UNKNOWN = "\N{EN DASH}"
Amount = float | str | None
"""What is unknown is None, or the empty text that a template makes of a figure that is not there."""


def known(value: Amount) -> TypeGuard[float]:
    return isinstance(value, int | float)


def figure(value: Amount) -> str:
    """Three figures, and all digits before the point: 18,420; 231; 23.1; 2.31; 0.0231."""
    return three_figures(value) if known(value) and not isnan(value) else UNKNOWN


def count(value: Amount) -> str:
    return UNKNOWN if not known(value) else f"{value:,.0f}"


def short_count(value: Amount) -> str:
    """As people write parameters: 100k, 1.25M."""
    if not known(value):
        return UNKNOWN
    near = float(f"{value:.3g}")
    for size, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(near) >= size:
            return f"{near / size:.10g}{suffix}"
    return f"{value:g}"


def percent(share: Amount) -> str:
    return UNKNOWN if not known(share) else f"{figure(share * 100)} %"


def size(value: Amount) -> str:
    if not known(value):
        return UNKNOWN
    for exponent, unit in ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB")):
        if round(abs(value) / 1024 ** (exponent - 1)) >= 1024:
            return f"{_trimmed(value / 1024**exponent)} {unit}"
    return f"{value:,.0f} B"


def amount(value: Amount, unit: str) -> str:
    """A figure that stands in a column of its unit; bytes with theirs, which differs."""
    return size(value) if unit == "B" and known(value) else figure(value)


def _trimmed(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else figure(value)


def duration(seconds: Amount) -> str:
    """430 ms, 12.3 s, 2 min 05 s, 1 h 02 min."""
    if not known(seconds):
        return UNKNOWN
    if seconds < 0.001:
        return "under 1 ms" if seconds else "0 s"
    near = float(f"{seconds:.3g}")
    if near < 1:
        return f"{near * 1000:.3g} ms"
    if near < 60:
        return f"{_trimmed(seconds)} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min"


def measured(value: Amount, unit: str) -> str:
    """A figure with its unit: times as durations, and sizes in MB, as studies write them."""
    if not known(value):
        return UNKNOWN
    if unit in _SECONDS:
        return duration(value * _SECONDS[unit])
    return f"{figure(value / 2**20)} MB" if unit == "B" else f"{figure(value)} {unit}".rstrip()


_SECONDS = {"s": 1.0, "ms": 0.001}


def clock(seconds: Amount) -> str:
    """0:31, 12:05, 1:02:03: for what counts up or down."""
    if not known(seconds):
        return UNKNOWN
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


LONGEST_SIZE = 20
"""Digits; more are no size."""


def ago(seconds: float) -> str:
    """just now, 5 min ago, 3 h ago, 12 days ago; the same in relative_times.js."""
    for length_s, unit in ((86400, "day"), (3600, "h"), (60, "min")):
        if seconds >= length_s:
            number = int(seconds // length_s)
            return f"{number} {unit}{'s' if unit == 'day' and number > 1 else ''} ago"
    return "just now"


_SIZES = ("_size", "_bytes", "_limit", "_cache", "_packet")


def setting(value: str | None, name: str) -> str:
    """A server variable as people write it: sizes in KiB to TiB where the name says that it is one."""
    if value is None:
        return "not kept"  # It may hold a secret.
    if (
        value.isdecimal()
        and len(value) < LONGEST_SIZE
        and int(value) >= 1024
        and int(value) % 1024 == 0
        and name.endswith(_SIZES)
    ):
        return size(float(value))
    return value
