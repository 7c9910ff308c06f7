"""Addresses of a comparison with one thing of its choice changed."""

from collections.abc import Callable
from typing import Any

from django import template

from benchlab.charts.render.colours import COLOURS
from benchlab.forms.comparisons.comparison import ComparisonChoice

register = template.Library()


def _address(change: Callable[[ComparisonChoice, Any], ComparisonChoice]) -> Callable[[ComparisonChoice, Any], str]:
    return lambda choice, value: change(choice, value).query()


for _change in (
    ComparisonChoice.with_factor,
    ComparisonChoice.without_factor,
    ComparisonChoice.based_on,
    ComparisonChoice.of_phase,
    ComparisonChoice.explaining,
    ComparisonChoice.of_pair,
):
    register.filter(_change.__name__, _address(_change))


@register.filter
def told(value: object) -> str:
    """One side's value of what differs, as definitions write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@register.filter
def colour_of(place: int) -> str:
    """The colour of a side, in charts and next to its name."""
    return COLOURS[place % len(COLOURS)]
