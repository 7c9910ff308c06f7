"""The social preview: the chart of reports in an image, whole words in its lines, and nothing that the font lacks."""

import re
from io import BytesIO

import pytest
from PIL import Image

from benchlab.charts.publishing.preview_chart import preview_chart
from benchlab.charts.render.social_preview import HEIGHT, LEFT, RIGHT, WIDTH, png, svg
from benchlab.charts.render.svg.axes import Axis, value_axis, value_ticks
from benchlab.charts.render.svg.chart_svg import KINDS
from benchlab.charts.render.text_width import wrapped


def test_numbers_at_an_axis_are_told_apart():
    near = value_ticks(value_axis([18_400.0, 18_420.0], (100, 0), from_zero=False), "/s")
    far = value_ticks(Axis(0.0, 20_000.0, 100, 0), "/s")

    assert [words for _, words in near][:2] == ["18,400", "18,405"]
    assert [words for _, words in far][:2] == ["0", "5k"]


@pytest.mark.parametrize("text", ["what the new disk changed for everybody ", "WWW MMM @@@ %%% ", "Łódź Москва Αθήνα "])
def test_a_long_title_is_cut_at_a_word_before_the_margin(text):
    lines = wrapped(text * 9, size=46, width=RIGHT - LEFT, lines=2, is_bold=True)
    drawn = pixels(text * 9, None)

    assert len(lines) == 2
    assert lines[1].endswith(" …")
    assert not inked(drawn.crop((RIGHT + 1, 0, WIDTH, HEIGHT)))
    assert inked(drawn.crop((RIGHT - 250, 96, RIGHT + 1, 210)))


def test_words_of_other_scripts_are_drawn_and_what_the_font_lacks_is_left_out():
    assert inked(pixels("Москва", None).crop((LEFT, 96, RIGHT, 160)))
    assert not inked(pixels("東京", None).crop((LEFT, 96, RIGHT, 160)))


def test_a_gap_stays_a_gap():
    drawn = pixels("What we saw", chart_of([5, 5, None, 5, 5]))

    filled = [inked(drawn.crop((x, 400, x + 4, 520))) for x in (300, 630, 960)]

    assert filled == [True, False, True]


@pytest.mark.parametrize("values", [[5.0], [0.0], [None, 3.0]])
def test_a_single_value_is_drawn_too(values):
    assert pixels("What we saw", chart_of(values)).size == (WIDTH, HEIGHT)


def test_each_kind_of_chart_is_drawn_in_the_colours_of_the_pages():
    series = {"label": "insert", "colour": "series-1"}
    boxes = {"labels": ["1", "2"], "values": [[1.0, 2.0, 3.0], None], "colour": "series-1", "scale": "linear"}
    swept = {**series, "medians": [[1, 5], [2, None]], "points": [[1, 5]]}
    point = {"y": 5.0, "at": "2026-01-01T10:00:00Z", "counts": True, "label": "run 1"}
    grown = {**series, "x": {"rows": [1, 2]}, "values": [5, 6], "knee": None}
    panels = [
        panel("percentiles", series=[{**series, "values": [(0, 1.0), (99, 2.0)]}]),
        panel("boxes", **boxes),
        panel("sweep", x={"scale": "linear", "ticks": [[1, "1"], [2, "2"]]}, scale="linear", series=[swept]),
        panel("trend", points=[point, point], baseline=None, turns=[], levels=[]),
        panel("growth", series=[grown], marks=[]),
    ]

    drawn = [pixels("What we saw", preview_chart("Figures", "rate", {"panels": [each]})) for each in panels]

    assert {each["kind"] for each in panels} | {"time"} == set(KINDS)
    assert all((47, 111, 214) in [colour for _, colour in each.getcolors(10_000)] for each in drawn)


def test_without_a_chart_there_is_the_title():
    assert "What we saw" in svg("What we saw", "Queued.", None)
    assert pixels("What we saw", None).size == (WIDTH, HEIGHT)


def test_a_panel_without_any_value_has_no_preview():
    silent = panel("time", series=[line([None, None])])

    assert preview_chart("Rate", "rate", content(silent)) is None
    assert preview_chart("Rate", "another", content(silent)) is None
    assert preview_chart("Rate", "rate", {"panels": [{**silent, "kind": "histogram"}]}) is None


def test_what_hangs_from_the_right_axis_is_not_drawn_against_the_left():
    right = {**line([700, 900, 900, 900, 900]), "right": True}
    both = panel("time", series=[line([1, 2, 2, 2, 2]), right], right={"unit": "ms"})

    drawn = svg("What we saw", "Finished.", preview_chart("Disk", "rate", content(both)))

    assert re.findall(r'text-anchor="end">([^<]+)', drawn) == ["0", "0.5", "1", "1.5", "2"]
    assert re.findall(r'text-anchor="start">([^<]+)', drawn) == ["0", "250", "500", "750", "1k"]


def content(panel):
    return {"panels": [panel], "times": [[9.0], list(range(5))], "phases": [], "end": 4}


def chart_of(values):
    times = list(range(len(values)))
    drawn = {**panel("time", series=[{**line(values), "times": 0}])}
    return preview_chart("Rate", "rate", {"panels": [drawn], "times": [times], "phases": [], "end": 4})


def panel(kind, **more):
    return {"key": "rate", "kind": kind, "unit": "/s", **more}


def line(values):
    return {"label": "insert", "colour": "series-1", "times": 1, "values": values, "fill": True}


def pixels(title, chart) -> Image.Image:
    return Image.open(BytesIO(png(title, "Finished.", chart))).convert("RGB")


def inked(part: Image.Image) -> bool:
    """Whether anything but the ground, the paper and their thin lines is in it."""
    return any(min(colour) < 236 or colour[2] - colour[0] > 8 for _, colour in part.getcolors(100_000))
