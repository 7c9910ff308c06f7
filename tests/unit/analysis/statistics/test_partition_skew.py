import pytest

from benchlab.analysis.statistics.partition_skew import evenness


def test_equal_partitions_have_no_skew_and_no_variation() -> None:
    even = evenness([10, 10, 10])

    assert even
    assert (even.skew, even.variation) == (1.0, 0.0)


def test_skew_is_the_largest_over_the_mean_of_all() -> None:
    uneven = evenness([10, 0, 50])

    assert uneven
    assert (uneven.largest, uneven.largest_share, uneven.skew) == (2, 50 / 60, 2.5)


def test_variation_is_the_standard_deviation_over_the_mean() -> None:
    uneven = evenness([2, 4, 4, 4, 5, 5, 7, 9])  # Mean 5, deviation 2.

    assert uneven
    assert uneven.variation == pytest.approx(0.4)


def test_of_nothing_there_is_no_evenness() -> None:
    assert evenness([0, 0]) is None
    assert evenness([]) is None
