import pytest

from benchlab.charts.render.proportional_lengths import to_scale


def test_lengths_fill_the_whole_one_after_the_other() -> None:
    assert to_scale([1, 3], least=1) == [(0, 25), (25, 75)]


def test_what_is_too_short_gets_the_least_and_the_others_share_the_rest() -> None:
    places = to_scale([0, 50, 50, 0.001], least=2)

    assert [width for _, width in places] == [2, 48, 48, 2]


def test_without_any_length_all_are_alike() -> None:
    assert to_scale([0, 0], least=1) == [(0, 50), (50, 50)]


@pytest.mark.parametrize("lengths", [[], [5], [1e-9] * 3, [1, 2, 3, 4] * 30])
def test_the_widths_come_to_the_whole(lengths: list[float]) -> None:
    assert sum(width for _, width in to_scale(lengths, least=1.2)) == pytest.approx(100 if lengths else 0, abs=0.1)
