"""Charts over the time of a run: lines and stacked areas over its phases."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from benchlab.charts.render.svg.axes import Axis, time_ticks, value_axis, value_ticks
from benchlab.charts.render.svg.shapes import (
    Frame,
    Spot,
    across_ticks,
    area,
    box,
    line,
    right_ticks,
    stroke,
    value_grid,
)

Drawing = Mapping[str, Any]
Values = Sequence[float | None]


def over_time(panel: Drawing, frame: Frame) -> Iterator[str]:
    """``panel`` is one of ``time_charts.as_json`` with its times, phases and end added."""
    right = panel.get("right")
    frame = replace(frame, right=40.0) if right else frame
    x = Axis(0.0, max(1.0, panel["end"]), *frame.across)
    y = _axis(panel, frame, _left(panel))
    yield from _shades(panel.get("phases", ()), x, frame)
    yield from value_grid(frame, y, value_ticks(y, panel["unit"]))
    yield from across_ticks(frame, x, time_ticks(x.high, frame.most_ticks))
    yield from _stacked(panel, x, y) if panel.get("stacked") else _lines(_left(panel), panel, x, y)
    if right:
        others = [each for each in panel["series"] if each.get("right")]
        beside = _axis({**panel, **right, "scale": "linear", "from_zero": True}, frame, others)
        yield from right_ticks(frame, beside, value_ticks(beside, right["unit"]))
        yield from _lines(others, panel, x, beside)


def over_rows(panel: Drawing, frame: Frame) -> Iterator[str]:
    """Rows a second against the rows so far, over the partitions that began to be filled; dashed: where they bend."""
    rows = [place for each in panel["series"] for place in each["x"]["rows"]]
    x = value_axis(rows, frame.across)
    y = value_axis([value for each in panel["series"] for value in each["values"]], frame.up)
    marks = [{"start": mark["rows"][0], "end": mark["rows"][1]} for mark in panel["marks"]]
    yield from _shades(marks, x, frame)
    yield from value_grid(frame, y, value_ticks(y, panel["unit"]))
    yield from across_ticks(frame, x, value_ticks(x, ""))
    for each in panel["series"]:
        yield line(_spots(each["x"]["rows"], each["values"], x, y), each["colour"])
        if each["knee"]:
            yield stroke("plot-turn plot-dashed", f"M{x.at(each['knee']['rows']):.1f} {frame.top:g}V{frame.up[0]:g}")


def _left(panel: Drawing) -> list[Drawing]:
    return [each for each in panel["series"] if not each.get("right")]


def _axis(panel: Drawing, frame: Frame, series: Sequence[Drawing]) -> Axis:
    told = _sums([each["values"] for each in series])[-1:] if panel.get("stacked") else [s["values"] for s in series]
    values = [value for each in told for value in each]
    known = {"unit": panel["unit"], "top": panel.get("top"), "from_zero": panel.get("from_zero", True)}
    return value_axis(values, frame.up, is_log=panel.get("scale") == "log", **known)


def _shades(phases: Sequence[Drawing], x: Axis, frame: Frame) -> Iterator[str]:
    top, height = frame.top, frame.height - frame.bottom - frame.top
    for number, phase in enumerate(phases):
        start, end = x.at(phase["start"]), x.at(min(phase.get("end", x.high), x.high))
        yield box(start, top, end - start, height, f"plot-phase-{number % 2 + 1}")
        if warmup := phase.get("warmup"):
            yield box(x.at(warmup[0]), top, x.at(warmup[1]) - x.at(warmup[0]), height, "plot-warmup")


def _lines(series: Sequence[Drawing], panel: Drawing, x: Axis, y: Axis) -> Iterator[str]:
    for each in series:
        times = panel["times"][each["times"]]
        spots = _spots(times, each["values"], x, y)
        if each.get("fill"):
            base = [spot and (spot[0], y.start) for spot in spots]
            yield area(spots, base, each["colour"], "plot-area")
        yield line(spots, each["colour"], dashed=each.get("dashed", False))


def _stacked(panel: Drawing, x: Axis, y: Axis) -> Iterator[str]:
    """Each upon those before it; where one of them is not known, none is drawn."""
    series = _left(panel)
    lower: Values = [None if value is None else 0.0 for value in _sums([each["values"] for each in series])[-1]]
    for each, upper in zip(series, _sums([each["values"] for each in series]), strict=True):
        times = panel["times"][each["times"]]
        shown = [value if below is not None else None for value, below in zip(upper, lower, strict=True)]
        spots = _spots(times, shown, x, y)
        yield area(spots, _spots(times, lower, x, y), each["colour"], "plot-stack")
        yield line(spots, each["colour"])
        lower = shown


def _sums(values: Sequence[Values]) -> list[Values]:
    return list(accumulate(values, _added)) or [[]]


def _added(below: Values, values: Values) -> Values:
    return [None if one is None or other is None else one + other for one, other in zip(below, values, strict=True)]


def _spots(times: Sequence[float], values: Values, x: Axis, y: Axis) -> list[Spot | None]:
    return [
        None if value is None or (y.is_log and value <= 0) else (x.at(time), y.at(value))
        for time, value in zip(times, values, strict=True)
    ]
