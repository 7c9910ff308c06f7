"""The exact test of Mann and Whitney, held against scipy and published examples."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from benchlab.analysis.statistics.mann_whitney import LARGEST_EXACT, holm, least_p, mann_whitney, rejected_below

CHORIOAMNION_AT_TERM = (0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46)
CHORIOAMNION_EARLY = (1.15, 0.88, 0.90, 0.74, 1.21)
"""Permeability of human chorioamnion: Hollander and Wolfe, Nonparametric Statistical Methods, example 4.1."""


def test_the_published_example_has_its_u_and_p():
    found = mann_whitney(CHORIOAMNION_EARLY, CHORIOAMNION_AT_TERM)

    assert found.u == 35
    assert found.p / 2 == pytest.approx(0.1272, abs=0.00005)


@pytest.mark.parametrize("seed", range(20))
def test_p_is_that_of_scipy_without_ties(seed):
    dice = np.random.default_rng(seed)
    first, second = dice.normal(0, 1, dice.integers(2, 12)), dice.normal(0.7, 1, dice.integers(2, 12))

    found = mann_whitney(first.tolist(), second.tolist())

    reference = stats.mannwhitneyu(second, first, method="exact")
    assert (found.u, found.p) == pytest.approx((reference.statistic, reference.pvalue), rel=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_p_is_that_of_every_permutation_where_there_are_ties(seed):
    dice = np.random.default_rng(seed)
    first, second = dice.integers(0, 4, 5).astype(float), dice.integers(0, 5, 6).astype(float)

    found = mann_whitney(first.tolist(), second.tolist())

    every = stats.PermutationMethod(n_resamples=10_000)
    reference = stats.mannwhitneyu(second, first, method=every)
    assert (found.u, found.p) == pytest.approx((reference.statistic, reference.pvalue), rel=1e-9)


@pytest.mark.parametrize("values", [(1.0, 1.0, 1.0), (5.0,)])
def test_equal_groups_are_not_told_apart(values):
    assert mann_whitney(values, values).p == 1


def test_large_groups_go_by_the_normal_approximation_with_ties():
    dice = np.random.default_rng(3)
    first, second = dice.integers(0, 30, 40).astype(float), dice.integers(3, 33, LARGEST_EXACT).astype(float)

    found = mann_whitney(first.tolist(), second.tolist())

    assert found.p == pytest.approx(stats.mannwhitneyu(second, first, method="asymptotic").pvalue, rel=1e-9)


def test_the_approximation_goes_on_where_the_exact_test_ends():
    dice = np.random.default_rng(4)
    first, second = dice.normal(0, 1, 31).tolist(), dice.normal(0.5, 1, 31).tolist()

    assert mann_whitney(first, second).p == pytest.approx(
        stats.mannwhitneyu(second, first, method="exact").pvalue, rel=0.05
    )


@pytest.mark.parametrize(("first", "second", "p"), [(3, 3, 0.1), (4, 4, 2 / 70), (3, 4, 2 / 35), (1, 38, 2 / 39)])
def test_the_least_p_is_that_of_groups_which_do_not_overlap(first, second, p):
    below, above = list(range(first)), list(range(100, 100 + second))

    assert least_p(first, second) == pytest.approx(p)
    assert mann_whitney(below, above).p == pytest.approx(p)


@pytest.mark.parametrize(("first", "second"), [(3, 3), (4, 4), (5, 5), (7, 7), (4, 9)])
def test_a_u_is_significant_just_below_its_limit(first, second):
    limit = rejected_below(first, second)
    of_each_u = {
        found.u: found.p
        for chosen in combinations(range(first + second), second)
        if (found := mann_whitney([at for at in range(first + second) if at not in chosen], chosen)).u <= limit
    }

    assert [u for u, p in of_each_u.items() if p <= 0.05 and u < first * second / 2] == list(range(limit))


def test_holm_corrects_as_in_his_step_down():
    # Wikipedia, Holm-Bonferroni method, its example: of four hypotheses the last and the first are rejected.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1, 1]
