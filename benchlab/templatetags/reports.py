"""Template filters for a report's charts, layouts and tables."""

from dataclasses import dataclass
from typing import Any

from django import template
from django.utils.safestring import mark_safe

from benchlab.charts.experiments.cell_charts import CellChart
from benchlab.charts.experiments.result_sections import PhaseSection
from benchlab.charts.layouts import TableLayout, table_layouts
from benchlab.charts.layouts.layout_diagram import SIDE, WHOLE, DiagramFrame, LayoutDiagram, tops_of
from benchlab.charts.render import markdown
from benchlab.charts.render.svg.chart_svg import plot
from benchlab.charts.reports.experiment_parts import chart_key

register = template.Library()


@dataclass(frozen=True)
class Pictured:
    """As layouts/drawing.html takes it."""

    picture: LayoutDiagram

    @property
    def now(self) -> TableLayout:
        return self.picture.now

    @property
    def table(self) -> str:
        return self.picture.table


@register.filter
def plotted(piece: dict[str, Any]) -> str:
    return mark_safe(plot(piece["panel"], piece["words"]))  # noqa: S308 # Its words are escaped where it is drawn.


@register.filter
def pictured(piece: dict[str, Any], size: str) -> Pictured:
    [now] = table_layouts(piece["rows"]).values()
    frame: DiagramFrame = WHOLE if size == "wide" else SIDE
    return Pictured(LayoutDiagram(now, now.columns, frame, tops_of([now])))


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
def part_key(section: PhaseSection, panel: CellChart) -> str:
    """As a report's section names an experiment's chart."""
    return chart_key(section, panel)


@register.filter
def date_words(told: str) -> str:
    """2026-11-21T18:30:05Z is 2026-11-21, 18:30 UTC."""
    return f"{told[:10]}, {told[11:16]} UTC"
