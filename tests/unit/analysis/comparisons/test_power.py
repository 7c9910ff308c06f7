"""What a comparison could have seen, held against the comparisons themselves."""

import numpy as np
import pytest

from benchlab.analysis.comparisons.statistical_power import (
    fewest_repeats,
    more_repeats,
    noise,
    smallest_visible,
    visible_deviations,
)
from benchlab.analysis.statistics.mann_whitney import mann_whitney


@pytest.mark.parametrize(("first", "second"), [(4, 4), (5, 5), (7, 7), (4, 9), (22, 22)])
def test_the_smallest_visible_difference_is_found_four_times_in_five(first, second):
    apart, dice = visible_deviations(first, second), np.random.default_rng(11)

    found = [
        mann_whitney(dice.normal(0, 1, first).tolist(), dice.normal(apart, 1, second).tolist()).p <= 0.05
        for _ in range(1000)
    ]

    # Three standard errors of 1,000 draws, and a little for the approximation.
    assert np.mean(found) == pytest.approx(0.8, abs=0.05)


def test_it_grows_with_the_noise_and_not_with_the_difference():
    quiet, noisy = [100.0, 101, 99, 100, 102], [100.0, 110, 90, 101, 95]

    assert smallest_visible(quiet, quiet) < smallest_visible(noisy, noisy)
    assert smallest_visible(quiet, [2 * value for value in quiet]) == pytest.approx(smallest_visible(quiet, quiet))


def test_noise_is_relative_and_pooled():
    dice = np.random.default_rng(12)

    assert noise(dice.lognormal(3, 0.02, 500), dice.lognormal(9, 0.02, 500)) == pytest.approx(0.02, rel=0.1)
    assert noise([1.0], [2.0]) is None


def test_four_repeats_of_each_are_the_fewest_and_more_of_several_groups():
    assert fewest_repeats() == 4
    assert fewest_repeats(of=9) == 6


def test_a_small_difference_takes_more_repeats_than_a_large_one():
    group = [100.0, 102, 98, 101, 99]

    assert more_repeats(group, group, difference=1.2) == 1
    assert 1 < more_repeats(group, group, difference=1.02) < more_repeats(group, group, difference=0.985)
    assert more_repeats(group, group, difference=0.99) is None
    assert more_repeats([100.0], [120.0], difference=1.2) is None
