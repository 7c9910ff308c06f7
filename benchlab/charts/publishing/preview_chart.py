"""The one chart of a shared page that the picture of its preview shows, made of what charts.js is told to draw."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log10
from statistics import median
from typing import Any, Literal

from benchlab.charts.render.number_format import clock

Looks = Literal["area", "lines", "columns", "dots"]
Panel = Mapping[str, Any]
Tick = tuple[float, str]
STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400)
MOST_TICKS = 8


@dataclass(frozen=True)
class Stroke:
    """A line, or what stands for its points; where nothing is known it has a gap."""

    label: str
    colour: str
    points: Sequence[tuple[float, float | None]]


@dataclass(frozen=True)
class Sketch:
    """``ticks`` are of the x axis, on which all points already lie evenly."""

    title: str
    unit: str
    looks: Looks
    strokes: Sequence[Stroke]
    ticks: Sequence[Tick]
    is_log: bool

    @property
    def values(self) -> list[float]:
        return [y for stroke in self.strokes for _, y in stroke.points if y is not None and (y > 0 or not self.is_log)]


def sketch(title: str, key: str, content: Mapping[str, Any]) -> Sketch | None:
    """Of the panel with this key; nothing where it has no value, or is of a kind that is not sketched."""
    panel = next((each for each in content["panels"] if each["key"] == key), None)
    if panel is None or panel["kind"] not in _KINDS:
        return None
    looks, strokes, ticks = _KINDS[panel["kind"]](panel, content.get("times", ()))
    found = Sketch(
        title, panel["unit"], looks, strokes, ticks, panel.get("scale") == "log" or panel["kind"] == "percentiles"
    )
    return found if found.values else None


Drawn = tuple[Looks, list[Stroke], list[Tick]]


def _time(panel: Panel, times: Sequence[Sequence[float]]) -> Drawn:
    shown = [each for each in panel["series"] if not each.get("right")]
    strokes = [
        Stroke(each["label"], each["colour"], list(zip(times[each["times"]], each["values"], strict=True)))
        for each in shown
    ]
    end_s = max((x for stroke in strokes for x, _ in stroke.points), default=0.0)
    step_s = next((step for step in STEPS_S if end_s / step <= MOST_TICKS), STEPS_S[-1])
    looks: Looks = "area" if len(strokes) == 1 else "lines"
    return looks, strokes, [(at, clock(at)) for at in range(0, int(end_s) + 1, step_s)]


def _percentiles(panel: Panel, _: Any) -> Drawn:
    """Each further nine takes the same room."""
    strokes = [
        Stroke(each["label"], each["colour"], [(_spread(percent), value) for percent, value in each["values"]])
        for each in panel["series"]
    ]
    most = max((x for stroke in strokes for x, _ in stroke.points), default=0.0)
    return "lines", strokes, [(_spread(at), f"p{at:g}") for at in (0, 90, 99, 99.9, 99.99) if _spread(at) <= most]


def _spread(percent: float) -> float:
    return -log10(1 - percent / 100)


def _sweep(panel: Panel, _: Any) -> Drawn:
    place = log10 if panel["x"]["scale"] == "log" else float
    strokes = [
        Stroke(each["label"], each["colour"], [(place(x), y) for x, y in each["medians"]]) for each in panel["series"]
    ]
    return "lines", strokes, [(place(x), text) for x, text in panel["x"]["ticks"]]


def _boxes(panel: Panel, _: Any) -> Drawn:
    """The middle of each."""
    middles = [_middle(each) for each in panel["values"]]
    return "columns", [Stroke("", panel["colour"], list(enumerate(middles)))], list(enumerate(panel["labels"]))


def _middle(box: Any) -> float | None:
    if isinstance(box, Mapping):
        return float(box["median"])
    return median(box) if box else None


def _trend(panel: Panel, _: Any) -> Drawn:
    points = panel["points"]
    days: list[Tick] = [(place, str(points[place]["at"] or "")[:10]) for place in sorted({0, len(points) - 1})]
    return "dots", [Stroke("", "series-1", [(x, point["y"]) for x, point in enumerate(points)])], days


_KINDS: Mapping[str, Callable[[Panel, Any], Drawn]] = {
    "time": _time,
    "percentiles": _percentiles,
    "sweep": _sweep,
    "boxes": _boxes,
    "trend": _trend,
}
