"""Repeats of two kinds and repeats that drift are named; honest noise is not."""

import numpy as np
import pytest
from scipy import stats

from benchlab.analysis.statistics.distribution_shape import clusters, drift_p, drifts


def test_two_kinds_of_repeats_are_told_apart():
    found = clusters([100.0, 131, 101, 99, 130, 132, 100.5])

    assert (found.lower_count, found.upper_count) == (4, 3)
    assert (found.lower, found.upper) == (100.25, 131)


@pytest.mark.parametrize("count", [6, 8, 12, 20])
def test_one_normal_kind_is_taken_for_two_about_once_in_a_hundred(count):
    dice = np.random.default_rng(13)

    alarms = np.mean([clusters(dice.normal(100, 2, count)) is not None for _ in range(2000)])

    assert alarms < 0.02


def test_one_repeat_far_off_is_no_second_kind():
    assert clusters([100.0, 101, 99, 100, 102, 98, 60]) is None


@pytest.mark.parametrize("values", [[], [1.0, 1, 9, 9], [5.0] * 8])
def test_too_few_or_equal_repeats_are_of_one_kind(values):
    assert clusters(values) is None


@pytest.mark.parametrize("seed", range(10))
def test_a_drift_is_as_likely_by_chance_as_kendall_says(seed):
    values = np.random.default_rng(seed).normal(size=5 + seed)

    assert drift_p(values) == pytest.approx(stats.kendalltau(range(len(values)), values, method="exact").pvalue)


def test_what_falls_from_run_to_run_drifts():
    assert drifts([105.0, 104, 102, 101, 99])
    assert not drifts([105.0, 104, 102, 99, 101])
    assert not drifts([105.0, 104, 102, 101])


def test_equal_repeats_do_not_drift():
    assert not drifts([100.0] * 9)
