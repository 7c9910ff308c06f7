"""A document's pictures."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import mark_safe

from benchlab.charts.experiments.drawing import Panel
from benchlab.charts.experiments.results import Section
from benchlab.charts.layouts.drawing import SIDE, WHOLE, Frame, Picture, tops_of
from benchlab.charts.layouts.table_layout import LaidOut, laid_out
from benchlab.charts.render import markdown
from benchlab.charts.render.svg.plot import plot
from benchlab.charts.reports.experiment import chart_key

register = template.Library()


@dataclass(frozen=True)
class Pictured:
    """As layouts/drawing.html takes it."""

    picture: Picture

    @property
    def now(self) -> LaidOut:
        return self.picture.now

    @property
    def table(self) -> str:
        return self.picture.table


@register.filter
def plotted(piece: dict[str, Any]) -> str:
    return mark_safe(plot(piece["panel"], piece["words"]))  # noqa: S308 # Its words are escaped where it is drawn.


@register.filter
def pictured(piece: dict[str, Any], size: str) -> Pictured:
    [now] = laid_out(piece["rows"]).values()
    frame: Frame = WHOLE if size == "wide" else SIDE
    return Pictured(Picture(now, now.columns, frame, tops_of([now])))


@register.filter
def aligned(piece: dict[str, Any]) -> list[list[tuple[dict[str, Any], bool]]]:
    """The cells of a table, and whether each stands in a column of figures."""
    numbers = [column["is_number"] for column in piece["columns"]]
    return [list(zip(row, numbers, strict=True)) for row in piece["rows"]]


@register.filter
def article(text: str, heading: str) -> str:
    """Its headings stand beneath that of its section, if that has one."""
    return mark_safe(markdown.as_article(text, highest=3 if heading else 2))  # noqa: S308


@register.filter
def part_key(section: Section, panel: Panel) -> str:
    """As a report's section names an experiment's chart."""
    return chart_key(section, panel)


@register.filter
def date_words(told: str) -> str:
    """2026-11-21T18:30:05Z is 2026-11-21, 18:30 UTC."""
    return f"{told[:10]}, {told[11:16]} UTC"
