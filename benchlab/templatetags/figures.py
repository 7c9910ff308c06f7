"""How figures are written: 3 figures, grouped, with their unit; unknown is a dash."""

from datetime import datetime
from math import floor, isnan, log10
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html

register = template.Library()
UNKNOWN = "–"


@register.filter
def figure(value: float | None) -> str:
    """Three figures, and all digits before the point: 18,420; 231; 23.1; 2.31; 0.0231."""
    if value is None or isnan(value):
        return UNKNOWN
    if value == 0:
        return "0"
    decimals = max(0, 2 - floor(log10(abs(value))))
    return f"{value:,.{decimals}f}"


@register.filter
def count(value: float | None) -> str:
    return UNKNOWN if value is None else f"{value:,.0f}"


@register.filter
def short_count(value: float | None) -> str:
    """As people write parameters: 100k, 1.25M."""
    if value is None:
        return UNKNOWN
    for size, suffix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{suffix}"
    return f"{value:g}"


@register.filter
def percent(share: float | None) -> str:
    return UNKNOWN if share is None else f"{figure(share * 100)} %"


@register.filter
def size(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    for exponent, unit in ((4, "TiB"), (3, "GiB"), (2, "MiB"), (1, "KiB")):
        if abs(value) >= 1024**exponent:
            return f"{_trimmed(value / 1024**exponent)} {unit}"
    return f"{value:,.0f} B"


def _trimmed(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else figure(value)


@register.filter
def duration(seconds: float | None) -> str:
    """430 ms, 12.3 s, 2 min 05 s, 1 h 02 min."""
    if seconds is None:
        return UNKNOWN
    if seconds < 1:
        return f"{seconds * 1000:.3g} ms"
    if seconds < 60:
        return f"{_trimmed(seconds)} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest:02} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min"


@register.filter
def clock(seconds: float | None) -> str:
    """0:31, 12:05, 1:02:03: for what counts up or down."""
    if seconds is None:
        return UNKNOWN
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


@register.filter
def moment(at: datetime | None) -> str:
    """A time of today as 14:02:11, an earlier one with its date; always UTC, as the results say it."""
    if at is None:
        return UNKNOWN
    day = "" if at.date() == timezone.now().date() else f"{at:%Y-%m-%d} "
    return format_html('<time datetime="{}" title="{} UTC">{}</time>', at.isoformat(), f"{at:%Y-%m-%d %H:%M:%S}", f"{day}{at:%H:%M:%S}")


@register.simple_tag
def icon(name: str, label: str = "") -> str:
    """A picture of the house's own sheet; decoration unless it is given a label."""
    meaning = format_html('role="img" aria-label="{}"', label) if label else 'aria-hidden="true"'
    sheet = static("benchlab/icons.svg")
    return format_html('<svg class="icon" {}><use href="{}#{}"></use></svg>', meaning, sheet, name)


@register.filter
def lookup(mapping: dict[str, Any], key: str) -> Any:
    return mapping.get(key)


@register.filter
def unlocalized(value: Any) -> str:
    """Without grouping: ports and run numbers are names, not amounts."""
    return str(value)
