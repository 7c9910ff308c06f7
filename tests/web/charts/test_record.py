"""Published figures beside a run's own."""

from benchlab.charts.record import Beside, shared_differences
from benchlab.definitions.plan import Published


def told(*differences: str, applies: bool = True) -> Beside:
    return Beside(Published("Read", "read", "seconds", 1.0, "s", applies=applies), 2.0, differences)


def test_a_difference_of_all_figures_is_told_once() -> None:
    told_of_all = [told("rows", "engine"), told("engine", "clients"), told("nothing", applies=False)]

    assert shared_differences(told_of_all) == ["engine"]


def test_a_difference_of_one_figure_stays_with_it() -> None:
    assert shared_differences([told("rows")]) == []
    assert shared_differences([]) == []
