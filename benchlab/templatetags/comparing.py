"""Addresses of a comparison with one thing of its choice changed."""

from django import template

from benchlab.analysis.comparison import Comparison
from benchlab.analysis.members import Side
from benchlab.charts.panels import COLOURS
from benchlab.forms.comparing import Choice

register = template.Library()


@register.filter
def with_factor(choice: Choice, name: str) -> str:
    return choice.with_factor(name).query()


@register.filter
def without_factor(choice: Choice, name: str) -> str:
    return choice.without_factor(name).query()


@register.filter
def based_on(choice: Choice, side: Side) -> str:
    return choice.based_on([member.run for member in side.members]).query()


@register.filter
def of_phase(choice: Choice, name: str) -> str:
    return choice.of_phase(name).query()


@register.filter
def explaining(choice: Choice, place: int) -> str:
    return choice.explaining(place).query()


@register.filter
def of_pair(choice: Choice, comparison: Comparison) -> str:
    return choice.of_pair(comparison).query()


@register.filter
def told(value: object) -> str:
    """One side's value of what differs, as definitions write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@register.filter
def colour_of(place: int) -> str:
    """Of a side, in charts and beside its name."""
    return COLOURS[place % len(COLOURS)]
