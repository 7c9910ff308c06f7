"""Change points: found where they are, and not where nothing changed."""

import numpy as np
import pytest

from benchlab.analysis.statistics.change_points import Change, changes

SEEDS = 200


def noisy(seed: int, levels: list[tuple[int, float]], *, noise: float = 0.02) -> list[float]:
    dice = np.random.default_rng(seed)
    return [float(level * (1 + noise * dice.standard_normal())) for count, level in levels for _ in range(count)]


def settled(values: list[float]) -> list[Change]:
    return [change for change in changes(values) if not change.is_provisional]


def test_series_without_a_change_raise_few_alarms():
    alarms = sum(bool(settled(noisy(seed, [(40, 18_000)]))) for seed in range(SEEDS))

    # The splits of one stretch are tested at 1 in 100; 9 of 200 are what 1 in 100 exceeds once in 10,000 times.
    assert alarms <= 9


def test_a_loss_of_five_percent_under_noise_of_two_is_found_where_it_happened():
    found = [settled(noisy(seed, [(20, 18_000), (20, 17_100)])) for seed in range(SEEDS)]
    near = [each for each in found if len(each) >= 1 and any(abs(change.at - 20) <= 2 for change in each)]

    assert len(near) >= 0.95 * SEEDS


def test_two_changes_are_found_with_the_levels_between_them():
    found = settled(noisy(1, [(15, 100), (15, 130), (15, 90)]))

    assert [change.at for change in found] == [15, 30]
    assert [found[0].before, found[0].after, found[1].after] == pytest.approx([100, 130, 90], rel=0.02)


def test_a_change_in_the_last_two_figures_is_provisional():
    found = changes([*noisy(3, [(12, 100)]), 80.0, 81.0])

    assert [(change.at, change.is_provisional) for change in found] == [(12, True)]
    assert found[0].ratio == pytest.approx(0.805, rel=0.02)


def test_one_figure_that_is_off_is_no_change():
    assert changes([*noisy(4, [(12, 100)]), 60.0]) == []


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 9.0, 1.0], [5.0] * 30])
def test_few_or_equal_figures_have_no_change(values):
    assert changes(values) == []


@pytest.mark.parametrize(("better", "direction"), [("higher", "worse"), ("lower", "better"), ("neither", "other")])
def test_whether_a_fall_is_worse_depends_on_the_figure(better, direction):
    assert Change(3, before=10.0, after=8.0).direction(better) == direction
