"""Published figures beside a run's own."""

import pytest

from benchlab.charts.runs.published_figures import PublishedAndOurs, shared_differences
from benchlab.definitions.plan.published_figures import Published


def told(*differences: str, applies: bool = True) -> PublishedAndOurs:
    return PublishedAndOurs(Published("Read", "read", "seconds", 1.0, "s", applies=applies), 2.0, differences)


def test_a_difference_of_all_figures_is_told_once() -> None:
    told_of_all = [told("rows", "engine"), told("engine", "clients"), told("nothing", applies=False)]

    assert shared_differences(told_of_all) == ["engine"]


def test_a_difference_of_one_figure_stays_with_it() -> None:
    assert shared_differences([told("rows")]) == []
    assert shared_differences([]) == []


@pytest.mark.parametrize(("unit", "speed"), [("s", None), ("ms", None), ("B", None), ("/s", 2.0), ("", 2.0)])
def test_what_another_amount_of_work_took_has_no_ratio(unit: str, speed: float | None) -> None:
    beside = PublishedAndOurs(Published("Load", "load", "seconds", 1.0, unit, applies=True), 2.0, is_scaled=True)

    assert beside.speed == speed
    assert beside.is_of_other_work == (speed is None)


def test_a_time_at_the_scale_of_the_study_is_told_as_a_speed() -> None:
    assert told().speed == 0.5
