from benchlab.analysis.runs.partition_rollovers import Rollover, rollovers


def test_a_partition_that_begins_after_another_is_a_rollover() -> None:
    looks = [(0.0, {"p1": 0, "p2": 0}), (10.0, {"p1": 50, "p2": 0}), (20.0, {"p1": 90, "p2": 3})]

    assert rollovers(looks) == [Rollover(("p2",), 10.0, 20.0)]


def test_partitions_that_all_begin_at_once_roll_over_nowhere() -> None:
    looks = [(0.0, {"p1": 0, "p2": 0}), (10.0, {"p1": 50, "p2": 60}), (20.0, {"p1": 90, "p2": 99})]

    assert rollovers(looks) == []


def test_a_partition_that_was_emptied_begins_anew() -> None:
    looks = [(0.0, {"p1": 9, "p2": 9}), (10.0, {"p1": 0, "p2": 9}), (20.0, {"p1": 4, "p2": 9})]

    assert rollovers(looks) == [Rollover(("p1",), 10.0, 20.0)]


def test_several_that_begin_between_two_looks_are_told_together() -> None:
    looks = [(0.0, {"p1": 9, "p2": 0, "p3": 0}), (10.0, {"p1": 9, "p2": 9, "p3": 1})]

    assert rollovers(looks) == [Rollover(("p2", "p3"), 0.0, 10.0)]


def test_a_partition_that_was_added_meanwhile_counts() -> None:
    assert rollovers([(0.0, {"p1": 9}), (10.0, {"p1": 9, "p2": 4})]) == [Rollover(("p2",), 0.0, 10.0)]
