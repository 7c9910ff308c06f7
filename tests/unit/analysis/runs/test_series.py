import numpy as np
import pytest

from benchlab.analysis.runs.series import Series, pack, unpack
from benchlab.metrics import Sample


def _series(count=600, **columns):
    return Series(np.arange(count, dtype=float), {name: np.array(values, float) for name, values in columns.items()})


def test_packed_series_come_back_as_they_were():
    given = Series(np.array([0.998, 2.001, 3.0]), {"cpu": np.array([1.5, np.nan, 3.0]), "rows": np.array([0.0, 1, 2])})

    found = unpack(pack(given))

    assert found.times.tolist() == pytest.approx([0.998, 2.001, 3.0])
    assert list(found.values) == ["cpu", "rows"]
    np.testing.assert_array_equal(found.values["cpu"], given.values["cpu"])


def test_large_counters_keep_every_digit():
    given = _series(3, rows=[123_456_789, 123_456_790, 123_456_791])

    assert unpack(pack(given)).values["rows"].tolist() == [123_456_789, 123_456_790, 123_456_791]


def test_an_hour_of_sixty_metrics_packs_into_a_few_bytes_a_sample():
    random = np.random.default_rng(1)
    given = _series(3600, **{f"metric {number}": np.round(random.normal(50, 9, 3600), 2) for number in range(60)})

    assert len(pack(given)) < 3600 * 60 * 4


def test_empty_series_can_be_packed():
    assert len(unpack(pack(Series.of([]))).times) == 0


def test_foreign_bytes_are_refused():
    with pytest.raises(ValueError, match="not packed series"):
        unpack(b"something else")


def test_a_metric_that_a_sample_lacks_is_a_gap_and_a_zero_is_not():
    found = Series.of([Sample("cpu", 1, {"user": 0.0}), Sample("cpu", 2, {"system": 3.0})])

    np.testing.assert_array_equal(found.values["user"], [0.0, np.nan])
    np.testing.assert_array_equal(found.values["system"], [np.nan, 3.0])


def test_joined_parts_are_in_the_order_of_time():
    later, earlier = Series(np.array([3.0]), {"a": np.array([3.0])}), Series(np.array([1.0]), {"b": np.array([1.0])})

    found = Series.join([later, earlier])

    assert found.times.tolist() == [1.0, 3.0]
    np.testing.assert_array_equal(found.values["a"], [np.nan, 3.0])


def test_missing_seconds_become_a_gap():
    found = Series(np.array([1.0, 2, 6, 7]), {"a": np.array([1.0, 2, 6, 7])}).with_gaps()

    assert found.times.tolist() == [1, 2, 4, 6, 7]
    assert np.isnan(found.values["a"][2])


def test_between_takes_the_seconds_that_ended_in_the_window():
    found = _series(5, a=[0, 1, 2, 3, 4]).between(1, 3)

    assert found.times.tolist() == [2, 3]


def test_series_of_different_clocks_are_put_on_one():
    one, other = Series(np.array([1.0, 2]), {"a": np.array([1.0, 2])}), Series(np.array([2.0]), {"b": np.array([5.0])})

    found = Series.aligned([one, other])

    assert found.times.tolist() == [1, 2]
    np.testing.assert_array_equal(found.values["b"], [np.nan, 5.0])
