"""Charts as pictures: what is where on them."""

import re
from xml.etree import ElementTree

import pytest

from benchlab.charts.render.svg.axes import Axis, time_ticks, value_axis, value_ticks
from benchlab.charts.render.svg.chart_svg import plot
from benchlab.charts.render.svg.shapes import line, stretches_of

HOSTILE = "</title><script>alert(1)</script>"


def test_an_axis_ends_at_a_round_number_above_its_values():
    axis = value_axis([3.0, 18_420.0, None], (228.0, 8.0))

    assert (axis.low, axis.high) == (0.0, 20_000.0)
    assert [words for _, words in value_ticks(axis, "")] == ["0", "5k", "10k", "15k", "20k"]
    assert (axis.at(0), axis.at(20_000), axis.at(10_000)) == (228.0, 8.0, 118.0)


def test_bytes_have_ticks_at_powers_of_two():
    assert [words for _, words in value_ticks(value_axis([3e9], (0, 1), unit="B"), "B")] == [
        "0 B",
        "1 GiB",
        "2 GiB",
        "3 GiB",
    ]


def test_a_logarithmic_axis_has_a_place_for_each_value_and_none_for_zero():
    axis = value_axis([0.0, 0.5, 120.0], (228.0, 8.0), is_log=True)

    assert axis.low < 0.5
    assert axis.high > 120
    assert [words for _, words in value_ticks(axis, "ms")] == ["1", "10", "100"]


def test_values_that_are_all_the_same_or_unknown_have_an_axis():
    for values in ([0.0, 0.0], [5.0, 5.0], [None], []):
        axis = value_axis(values, (228.0, 8.0))
        assert axis.low < axis.high
        assert value_ticks(axis, "/s")


def test_time_is_told_as_a_clock():
    assert time_ticks(95.0, 8) == [(at, f"{int(at) // 60}:{int(at) % 60:02}") for at in range(0, 91, 15)]


def test_a_gap_parts_a_line_and_what_stands_alone_is_a_dot():
    spots = [(0, 1), (1, 1), None, (3, 2), None, (5, 1), (6, 1)]

    assert list(stretches_of(spots)) == [[(0, 1), (1, 1)], [(3, 2)], [(5, 1), (6, 1)]]
    drawn = line(spots, "series-1")
    assert drawn.count("M") == 2
    assert drawn.count("<circle") == 1


def test_a_colour_that_is_none_of_the_style_sheet_is_not_written():
    assert "onload" not in line([(0, 0), (1, 1)], 'x" onload="alert(1)')


def timed(**changes):
    series = {"label": "insert", "colour": "series-1", "fill": True, "times": 0, "values": [1.0, None, 3.0, 4.0]}
    told = {"kind": "time", "unit": "/s", "scale": "linear", "stacked": False, "times": [[0.0, 1.0, 2.0, 3.0]]}
    phases = [{"name": HOSTILE, "start": 0, "end": 3, "warmup": [0, 1]}]
    return {**told, "end": 3.0, "phases": phases, "series": [series], **changes}


STILLS = {
    "percentiles": {
        "kind": "percentiles",
        "unit": "ms",
        "series": [{"label": HOSTILE, "colour": "series-1", "values": [[0, 0.1], [50, 1.0], [99, 4.0]]}],
    },
    "boxes": {
        "kind": "boxes",
        "unit": "/s",
        "scale": "linear",
        "labels": [HOSTILE, "two"],
        "values": [[1.0, 2.0, 4.0], None],
        "colour": "series-1",
    },
    "sweep": {
        "kind": "sweep",
        "unit": "/s",
        "scale": "log",
        "x": {"title": "Clients", "scale": "log", "ticks": [[1, HOSTILE], [10, "10"]]},
        "series": [{"label": "", "colour": "series-1", "medians": [[1, 5], [10, None]], "points": [[1, 4], [1, 6]]}],
    },
    "trend": {
        "kind": "trend",
        "unit": "/s",
        "points": [
            {"y": 3.0, "label": HOSTILE, "at": "2026-11-21T10:00:00", "counts": True},
            {"y": 5.0, "label": "run 2", "at": "2026-11-22T10:00:00", "counts": False},
        ],
        "levels": [{"from": 0, "to": 1, "value": 4.0}],
        "turns": [{"x": 0.5, "direction": "worse", "provisional": True}],
        "events": [],
        "baseline": 4.5,
    },
}
GROWN = {"label": HOSTILE, "colour": "series-1", "x": {"rows": [0, 10, 20]}, "values": [9.0, None, 4.0]}
GROWTH = {
    "kind": "growth",
    "unit": "rows/s",
    "series": [{**GROWN, "knee": {"rows": 12}}],
    "marks": [{"label": HOSTILE, "rows": [5, 8]}],
}
EVERY = {"growth": GROWTH, "time": timed(), "stacked": timed(stacked=True), **STILLS}


@pytest.mark.parametrize("kind", EVERY)
def test_every_chart_is_well_formed_and_within_its_frame_whatever_its_names_are(kind):
    for drawn in re.findall(r"<svg.*?</svg>", plot(EVERY[kind], HOSTILE)):
        root = ElementTree.fromstring(drawn)
        _, _, width, height = map(float, root.get("viewBox").split())
        assert {each.tag for each in root.iter()} <= {"svg", "path", "text", "rect", "circle", "title"}
        for dot in root.iter("circle"):
            assert 0 <= float(dot.get("cx")) <= width
            assert 0 <= float(dot.get("cy")) <= height


def test_stacked_areas_lie_upon_each_other():
    below = {"label": "user", "colour": "series-1", "times": 0, "values": [10.0, None]}
    above = {**below, "label": "system", "colour": "series-2", "values": [20.0, None]}
    panel = timed(stacked=True, times=[[0.0, 1.0]], end=1.0, series=[below, above], top=100, unit="%")

    drawn = plot(panel, "CPU", with_narrow=False)

    y = Axis(0.0, 100.0, 212.0, 8.0)
    assert [float(at) for at in re.findall(r'cy="([\d.]+)"', drawn)] == [y.at(10), y.at(30)]


def test_the_whiskers_of_a_box_are_the_ends_of_its_repeats():
    drawn = plot(STILLS["boxes"], "", with_narrow=False)
    y = value_axis([1.0, 4.0], (212.0, 8.0))

    for value in (1.0, 4.0):
        assert f"V{y.at(value):.1f}" in drawn
