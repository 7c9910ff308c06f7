"""A chart's picture from what is told of it."""

from collections.abc import Callable, Iterator

from benchlab.charts.plots import still, timed
from benchlab.charts.plots.svg import NARROW, WIDE, Frame, picture
from benchlab.charts.plots.timed import Drawing

Draw = Callable[[Drawing, Frame], Iterator[str]]
KINDS: dict[str, Draw] = {
    "time": timed.over_time,
    "percentiles": still.percentiles,
    "boxes": still.boxes,
    "sweep": still.sweep,
    "trend": still.trend,
    "growth": timed.over_rows,
}


def plot(panel: Drawing, title: str, *, with_narrow: bool = True) -> str:
    """For wide pages and paper, and another for a phone, of which the style sheet shows one."""
    draw = KINDS[panel["kind"]]
    wide = picture(WIDE, draw(panel, WIDE), title=title, css="plot-wide")
    return wide + (picture(NARROW, draw(panel, NARROW), title=title, css="plot-narrow") if with_narrow else "")
