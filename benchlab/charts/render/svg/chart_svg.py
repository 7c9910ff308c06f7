"""A chart's JSON drawn as SVG."""

from collections.abc import Callable, Iterator

from benchlab.charts.render.svg import category_charts, time_charts
from benchlab.charts.render.svg.shapes import NARROW, WIDE, Frame, picture
from benchlab.charts.render.svg.time_charts import Drawing

Draw = Callable[[Drawing, Frame], Iterator[str]]
KINDS: dict[str, Draw] = {
    "time": time_charts.over_time,
    "percentiles": category_charts.percentiles,
    "boxes": category_charts.boxes,
    "sweep": category_charts.sweep,
    "trend": category_charts.trend,
    "growth": time_charts.over_rows,
}


def plot(panel: Drawing, title: str, *, with_narrow: bool = True) -> str:
    """For wide pages and paper, and another for a phone, of which the style sheet shows one."""
    draw = KINDS[panel["kind"]]
    wide = picture(WIDE, draw(panel, WIDE), title=title, css="plot-wide")
    return wide + (picture(NARROW, draw(panel, NARROW), title=title, css="plot-narrow") if with_narrow else "")
