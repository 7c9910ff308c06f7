"""How far groups lie apart, held against published examples, scipy and simulation."""

import numpy as np
import pytest
from scipy import stats

from benchlab.analysis.statistics.location_shift import cliffs_delta, median, ratio, shift
from tests.unit.analysis.statistics.test_mann_whitney import CHORIOAMNION_AT_TERM, CHORIOAMNION_EARLY


def test_the_published_example_has_its_shift_and_interval():
    # R: wilcox.test(at_term, early, conf.int = TRUE), exact: 0.305, from -0.15 to 0.76.
    found = shift(CHORIOAMNION_EARLY, CHORIOAMNION_AT_TERM)

    assert (found.value, found.low, found.high) == pytest.approx((0.305, -0.15, 0.76))


def test_a_shift_is_the_median_of_all_pairwise_differences():
    assert shift([1, 2, 5], [4, 9]).value == np.median([3, 8, 2, 7, -1, 4])


def test_a_ratio_seen_from_the_other_side_is_its_reciprocal():
    slow, fast = [90.0, 91, 93, 89, 95], [100.0, 104, 98, 103, 101]

    there, back = ratio(slow, fast), ratio(fast, slow)

    assert there.value == pytest.approx(1 / back.value)
    assert there.interval == pytest.approx((1 / back.high, 1 / back.low))


def test_the_interval_holds_the_true_ratio_in_95_of_100_cases():
    dice = np.random.default_rng(5)
    found = [ratio(dice.lognormal(0, 0.1, 6).tolist(), dice.lognormal(0.2, 0.1, 8).tolist()) for _ in range(2000)]

    share = np.mean([each.low <= np.exp(0.2) <= each.high for each in found])

    # Exact by its distribution: of these sizes 95.7 %; three standard errors of 2,000 draws are 1.4 %.
    assert share == pytest.approx(0.957, abs=0.014)


def test_groups_too_small_for_a_result_have_no_interval():
    assert shift([1, 2, 3], [4, 5, 6]).interval is None
    assert shift([1, 2, 3, 4], [4, 5, 6, 7]).interval == (0, 6)


@pytest.mark.parametrize("values", [[0.0, 1, 2], [-1.0, 1, 2]])
def test_there_is_no_ratio_of_what_is_not_above_0(values):
    assert ratio(values, [1.0, 2, 3]) is None


@pytest.mark.parametrize(("first", "second", "delta"), [([1, 2], [3, 4], 1), ([3, 4], [1, 2], -1), ([1, 2], [1, 2], 0)])
def test_cliffs_delta_tells_how_much_more_often_one_is_above(first, second, delta):
    assert cliffs_delta(first, second) == delta


def test_cliffs_delta_is_u_on_a_scale_of_its_own():
    dice = np.random.default_rng(6)
    first, second = dice.integers(0, 9, 7), dice.integers(2, 11, 9)

    assert cliffs_delta(first, second) == pytest.approx(2 * stats.mannwhitneyu(second, first).statistic / 63 - 1)


def test_a_median_has_the_interval_of_its_bootstrap():
    values = np.random.default_rng(7).normal(100, 3, 12)

    found = median(values.tolist())

    reference = stats.bootstrap((values,), np.median, method="percentile", rng=8, vectorized=True)
    assert found.value == np.median(values)
    assert found.interval == pytest.approx(tuple(reference.confidence_interval), rel=0.005)
    assert median(values.tolist()) == found


def test_a_median_of_few_has_no_interval():
    assert median([1.0, 2.0, 9.0, 4.0]).interval is None
