from benchlab.analysis.statistics.spread import spread


def test_of_what_is_known_the_median_and_both_ends_are_told():
    found = spread([10.0, None, 30.0, 20.0])

    assert found is not None
    assert (found.median, found.least, found.most, found.count, found.share) == (20.0, 10.0, 30.0, 3, 1.0)


def test_of_an_even_number_the_median_is_between_the_middle_two():
    found = spread([1.0, 2.0, 4.0, 8.0])

    assert found is not None
    assert found.median == 3.0


def test_nothing_known_is_no_spread():
    assert spread([None, None]) is None


def test_a_median_of_nought_has_no_share():
    found = spread([0.0, 0.0])

    assert found is not None
    assert found.share is None
