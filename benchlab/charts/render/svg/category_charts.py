"""Charts without a time axis: percentiles, boxes of repeats, a figure over a parameter, a figure run after run."""

from collections.abc import Iterator, Mapping, Sequence
from math import log10

from benchlab.charts.render.number_format import figure
from benchlab.charts.render.svg.axes import Axis, few, spread_of, value_axis, value_ticks
from benchlab.charts.render.svg.shapes import (
    Frame,
    Spot,
    across_ticks,
    box,
    dot,
    line,
    painted,
    stroke,
    text,
    value_grid,
)
from benchlab.charts.render.svg.time_charts import Drawing

LETTER = 6.2
BOX, WHISKER = 44.0, 14.0


def percentiles(panel: Drawing, frame: Frame) -> Iterator[str]:
    """The x axis is spread so that each further nine takes the same room."""
    curves = [[(-log10(1 - percent / 100), value) for percent, value in each["values"]] for each in panel["series"]]
    x = Axis(0.0, max((place for curve in curves for place, _ in curve), default=1.0) or 1.0, *frame.across)
    y = value_axis([value for curve in curves for _, value in curve], frame.up, is_log=True)
    yield from value_grid(frame, y, value_ticks(y, panel["unit"]))
    nines = [(float(place), f"p{100 * (1 - 10.0**-place):.6g}") for place in range(int(x.high) + 1)]
    yield from across_ticks(frame, x, nines)
    for each, curve in zip(panel["series"], curves, strict=True):
        yield line([(x.at(place), y.at(value)) for place, value in curve], each["colour"])


def boxes(panel: Drawing, frame: Frame) -> Iterator[str]:
    """Quartiles come from histograms, or from a few repeats; a cell without a figure is a gap."""
    is_log = panel["scale"] == "log"
    ends = [value for each in panel["values"] if each for value in _ends(each)]
    y = value_axis(ends, frame.up, is_log=is_log, unit=panel["unit"])
    yield from value_grid(frame, y, value_ticks(y, panel["unit"]))
    left, right = frame.across
    step = (right - left) / max(1, len(panel["values"]))
    for place, (label, each) in enumerate(zip(panel["labels"], panel["values"], strict=True)):
        middle = left + (place + 0.5) * step
        yield from _box(each, middle, min(BOX, step * 0.6), y, painted(panel["colour"])) if each else ()
        yield text(middle, frame.height - 8, _short(label if each else "no figure", step))


def _ends(each: Sequence[float] | Drawing) -> Sequence[float]:
    return [*each["outliers"], each["whiskerMin"], each["whiskerMax"]] if isinstance(each, Mapping) else list(each)


def _box(each: Sequence[float] | Drawing, middle: float, width: float, y: Axis, css: str) -> Iterator[str]:
    told = each if isinstance(each, Mapping) else _made_of(list(each))
    low, high = y.at(told["q1"]), y.at(told["q3"])
    for whisker, end in ((told["whiskerMin"], low), (told["whiskerMax"], high)):
        at = y.at(whisker)
        foot = f"M{middle - WHISKER / 2:.1f} {at:.1f}h{WHISKER:g}"
        yield stroke(f"plot-line {css}", f"M{middle:.1f} {end:.1f}V{at:.1f}{foot}")
    yield box(middle - width / 2, high, width, low - high, f"plot-box {css}")
    yield stroke("plot-line plot-ink", f"M{middle - width / 2:.1f} {y.at(told['median']):.1f}h{width:.1f}")
    for value in (*told["outliers"], *told["items"]):
        yield dot((middle, y.at(value)), f"plot-dot {css}", radius=2.6, title=figure(value))


def _made_of(values: list[float]) -> Drawing:
    ordered = sorted(values)
    cuts = {name: _quantile(ordered, share) for name, share in (("q1", 0.25), ("median", 0.5), ("q3", 0.75))}
    return {**cuts, "whiskerMin": ordered[0], "whiskerMax": ordered[-1], "outliers": [], "items": values}


def _quantile(ordered: Sequence[float], share: float) -> float:
    """Between neighbours in proportion, as Chart.js does."""
    at = share * (len(ordered) - 1)
    below = ordered[int(at)]
    return below + (at - int(at)) * (ordered[min(int(at) + 1, len(ordered) - 1)] - below)


def sweep(panel: Drawing, frame: Frame) -> Iterator[str]:
    """A dot for each repeat, and a line through the medians."""
    across = panel["x"]
    points = [point for each in panel["series"] for point in each["points"]]
    x = spread_of([number for number, _ in across["ticks"]], frame.across, is_log=across["scale"] == "log")
    y = value_axis([value for _, value in points], frame.up, is_log=panel["scale"] == "log", unit=panel["unit"])
    yield from value_grid(frame, y, value_ticks(y, panel["unit"]))
    yield from across_ticks(frame, x, few([(number, words) for number, words in across["ticks"]], frame.most_ticks))
    for each in panel["series"]:
        yield line(
            [None if value is None else (x.at(at), y.at(value)) for at, value in each["medians"]], each["colour"]
        )
        for at, value in each["points"]:
            yield dot((x.at(at), y.at(value)), f"plot-dot {painted(each['colour'])}", radius=2.6, title=figure(value))


def trend(panel: Drawing, frame: Frame) -> Iterator[str]:
    """A dot for each run, hollow where it does not count; steps are levels, dashed the baseline."""
    points = panel["points"]
    x = Axis(-0.5, max(1, len(points)) - 0.5, *frame.across)
    baseline = panel["baseline"]
    values = [each["y"] for each in points] + ([] if baseline is None else [baseline])
    y = value_axis(values, frame.up, unit=panel["unit"], from_zero=False)
    yield from value_grid(frame, y, value_ticks(y, panel["unit"]))
    yield from across_ticks(frame, x, few(_moments(points), frame.most_ticks))
    for turn in panel["turns"]:
        at = x.at(turn["x"])
        css = "plot-turn plot-dashed" if turn["provisional"] else "plot-turn"
        yield stroke(css, f"M{at:.1f} {frame.top:g}V{frame.up[0]:g}")
    if baseline is not None:
        yield stroke("plot-turn plot-dashed", f"M{x.start:g} {y.at(baseline):.1f}H{x.end:g}")
    for level in panel["levels"]:
        start, end = x.at(level["from"] - 0.5), x.at(level["to"] + 0.5)
        yield stroke("plot-line plot-ink", f"M{start:.1f} {y.at(level['value']):.1f}H{end:.1f}")
    for place, each in enumerate(points):
        css = "plot-dot" if each["counts"] else "plot-hollow"
        spot: Spot = (x.at(place), y.at(each["y"]))
        yield dot(spot, f"{css} plot-series-1", radius=3, title=f"{each['label']}: {figure(each['y'])}")


def _moments(points: Sequence[Drawing]) -> list[tuple[float, str]]:
    """The days, or where all are of one day the times."""
    told = [(each["at"] or "").replace("T", " ")[:16] for each in points]
    part = slice(10) if len({each[:10] for each in told}) > 1 else slice(11, 16)
    return [(float(place), each[part]) for place, each in enumerate(told)]


def _short(words: str, room: float) -> str:
    fitting = max(3, int(room / LETTER))
    return words if len(words) <= fitting else f"{words[: fitting - 1]}\N{HORIZONTAL ELLIPSIS}"
