"""The picture of a preview: round numbers at its axis, whole words in its lines, and a gap where nothing is known."""

from io import BytesIO

import pytest
from PIL import Image

from benchlab.charts.publishing.preview_chart import Sketch, Stroke, sketch
from benchlab.charts.render.canvas import colour, length, wrapped
from benchlab.charts.render.social_preview import HEIGHT, WIDTH, png, scale_of


@pytest.mark.parametrize(
    ("values", "given", "marks"),
    [
        ([3.0, 18_420.0], {"is_log": False, "from_zero": True}, [0, 5000, 10_000, 15_000, 20_000]),
        ([18_400.0, 18_420.0], {"is_log": False, "from_zero": False}, [18_400, 18_405, 18_410, 18_415, 18_420, 18_425]),
        ([7.0, 7.0], {"is_log": False, "from_zero": False}, [6, 8]),
        ([0.0, 0.0], {"is_log": False, "from_zero": True}, [0, 0.5]),
        ([0.2, 30.0], {"is_log": True, "from_zero": True}, [0.1, 1, 10, 100]),
        ([10.0, 10.0], {"is_log": True, "from_zero": True}, [10, 100]),
    ],
)
def test_an_axis_has_round_numbers_around_all_values(values, given, marks):
    found = scale_of(values, **given)

    assert list(found.marks) == pytest.approx(marks)
    assert found.low <= min(values) <= max(values) <= found.high


def test_numbers_at_an_axis_are_told_apart():
    near = scale_of([18_400.0, 18_420.0], is_log=False, from_zero=False)
    far = scale_of([0.0, 18_420.0], is_log=False, from_zero=True)

    assert list(near.written.values())[:2] == ["18,400", "18,405"]
    assert list(far.written.values())[:2] == ["0", "5k"]


def test_a_long_title_is_cut_at_a_word():
    lines = wrapped("what the new disk changed for everybody " * 5, size=46, weight=700, width=1072, lines=2)

    assert len(lines) == 2
    assert lines[1].endswith(" …")
    assert all(length(line, size=46, weight=700) <= 1072 for line in lines)


def test_words_of_other_scripts_are_drawn_and_what_the_font_lacks_is_left_out():
    assert length("Łódź Москва Αθήνα", size=20) > length("Łódź", size=20) > 0
    assert length("東京", size=20) == 0


def test_a_gap_stays_a_gap():
    points = [(0.0, 5.0), (1.0, 5.0), (2.0, None), (3.0, 5.0), (4.0, 5.0)]
    drawn = pixels(Sketch("Rate", "/s", "area", [Stroke("insert", "series-1", points)], [], is_log=False))

    filled = [drawn.getpixel((x, 500)) == rgb(colour("accent-soft")) for x in (300, 640, 960)]

    assert filled == [True, False, True]


@pytest.mark.parametrize("looks", ["area", "lines", "columns", "dots"])
@pytest.mark.parametrize("values", [[5.0], [0.0], [None, 3.0]])
def test_a_single_value_is_drawn_too(looks, values):
    stroke = Stroke("insert", "series-1", list(enumerate(values)))

    assert pixels(Sketch("Rate", "/s", looks, [stroke], [(0.0, "now")], is_log=False)).size == (WIDTH, HEIGHT)


def test_without_a_chart_there_is_the_title():
    assert Image.open(BytesIO(png("What we saw", "Queued.", None))).size == (WIDTH, HEIGHT)


def test_a_panel_without_any_value_makes_no_sketch():
    silent = {"key": "rate", "kind": "time", "unit": "/s", "series": [_series([None, None])]}

    assert sketch("Rate", "rate", {"panels": [silent], "times": [[0, 1]]}) is None
    assert sketch("Rate", "another", {"panels": [silent], "times": [[0, 1]]}) is None
    assert sketch("Rate", "rate", {"panels": [{**silent, "kind": "growth"}]}) is None


def test_what_hangs_from_the_right_axis_is_not_drawn_against_the_left():
    both = [_series([1, 2]), {**_series([700, 900]), "right": True}]
    drawn = sketch("Disk", "disk", {"panels": [_panel(both)], "times": [[0, 1]]})

    assert drawn
    assert drawn.values == [1, 2]


def _panel(series):
    return {"key": "disk", "kind": "time", "unit": "MB/s", "series": series}


def _series(values):
    return {"label": "insert", "colour": "series-1", "times": 0, "values": values}


def pixels(shown: Sketch) -> Image.Image:
    return Image.open(BytesIO(png("What we saw", "Finished.", shown))).convert("RGB")


def rgb(value: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(value.removeprefix("#")))
