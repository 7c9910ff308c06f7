import numpy as np

from benchlab.analysis.runs.series import Series
from benchlab.analysis.runs.table_growth import TableGrowth, rows_at


def test_a_source_that_writes_nothing_does_not_grow() -> None:
    times = np.array([1.0, 2.0])

    assert TableGrowth.of(Series(times, {"per_second": times})) is None
    assert TableGrowth.of(Series(times, {"rows_so_far": np.zeros(2)})) is None


def test_a_rate_that_was_not_told_comes_of_the_rows() -> None:
    grown = TableGrowth.of(
        Series(np.array([3.0, 4.0, 6.0, 7.0]), {"rows_so_far": np.array([100.0, 300.0, np.nan, 900.0])})
    )

    assert grown
    np.testing.assert_array_equal(grown.rates, [100.0, 200.0, np.nan, 200.0])


def test_rows_so_far_go_on_from_phase_to_phase() -> None:
    load = TableGrowth(np.array([1.0, 2.0]), np.array([50.0, 50.0]), np.array([50.0, 100.0]))
    insert = TableGrowth(np.array([5.0, 6.0]), np.array([10.0, 10.0]), np.array([10.0, 20.0]))

    assert rows_at(np.array([0.0, 1.5, 5.0, 6.0, 9.0]), {"load": load, "insert": insert}).tolist() == [
        0.0, 75.0, 110.0, 120.0, 120.0,
    ]  # fmt: skip


def test_the_ends_of_a_phase_are_told_by_its_rows() -> None:
    rows = np.cumsum([100.0] * 50 + [10.0] * 300)  # Most of its time it is slow, and its last tenth of rows too.
    grown = TableGrowth(np.arange(350.0), np.diff(rows, prepend=0), rows)

    assert grown.ends == (100.0, 10.0)
