import numpy as np
import pytest

from benchlab.histogram import PERCENTILES, Histogram

RNG = np.random.default_rng(7)
SHAPES = {
    "uniform from 1 us to 1 s": RNG.integers(1_000, 1_000_000_000, 200_000),
    "lognormal around 300 us": RNG.lognormal(12.6, 1.2, 200_000).astype(np.int64),
    "two humps": np.concatenate([RNG.normal(2e5, 1e4, 90_000), RNG.normal(5e8, 1e7, 10_000)]).astype(np.int64),
    "hours": RNG.integers(3_600_000_000_000, 9 * 3_600_000_000_000, 10_000),
    "a handful": np.array([1_000, 1_001, 5_000_000]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_percentiles_are_within_a_thousandth_of_those_of_the_raw_latencies(shape):
    raw = SHAPES[shape]

    histogram = Histogram.of(raw)

    for percent in PERCENTILES.values():
        exact = np.percentile(raw, percent, method="inverted_cdf") / 1e6
        assert histogram.percentile(percent) == pytest.approx(exact, rel=1e-3), percent


@pytest.mark.parametrize(
    ("count", "known"),
    [
        (1, {"p50"}),
        (99, {"p50"}),
        (100, {"p50", "p90"}),
        (999, {"p50", "p90", "p95"}),
        (1_000, {"p50", "p90", "p95", "p99"}),
        (10_000, set(PERCENTILES)),
    ],
)
def test_a_percentile_is_told_only_where_ten_values_lie_beyond_it(count, known):
    summary = Histogram.of(range(1_000, 1_000 + count)).summary_ms()

    assert {name for name in PERCENTILES if summary[name] is not None} == known
    assert None not in (summary["min"], summary["mean"], summary["max"])


def test_minimum_mean_and_maximum_are_exact():
    raw = SHAPES["lognormal around 300 us"]

    summary = Histogram.of(raw).summary_ms()

    assert summary["min"] == raw.min() / 1e6
    assert summary["max"] == raw.max() / 1e6
    assert summary["mean"] == pytest.approx(raw.mean() / 1e6, rel=1e-12)


def test_a_merge_is_the_histogram_of_all_latencies():
    first, second = SHAPES["uniform from 1 us to 1 s"], SHAPES["two humps"]
    merged = Histogram.of(first)

    merged.merge(Histogram.of(second))

    together = Histogram.of(np.concatenate([first, second]))
    assert merged.buckets() == together.buckets()
    assert merged.summary_ms() == pytest.approx(together.summary_ms())


def test_merging_nothing_changes_nothing():
    histogram = Histogram.of([5_000, 7_000])

    histogram.merge(Histogram())

    assert histogram.min_ms == 0.005
    assert histogram.count == 2


def test_merging_into_an_empty_one_takes_over_its_minimum():
    histogram = Histogram()

    histogram.merge(Histogram.of([5_000]))

    assert histogram.min_ms == 0.005


@pytest.mark.parametrize("shape", SHAPES)
def test_it_comes_back_from_its_bytes(shape):
    histogram = Histogram.of(SHAPES[shape])

    back = Histogram.from_bytes(histogram.to_bytes())

    assert back.summary_ms() == histogram.summary_ms()
    assert back.buckets() == histogram.buckets()


def test_a_quiet_second_takes_few_bytes():
    histogram = Histogram.of([250_000] * 1_000)

    assert len(histogram.to_bytes()) < 80


def test_bytes_of_something_else_are_refused():
    with pytest.raises(ValueError, match="no histogram"):
        Histogram.from_bytes(b"PK" + bytes(60))


def test_an_empty_one_has_no_summary():
    assert Histogram().summary_ms() is None
    assert Histogram().buckets() == []


def test_every_bucket_holds_its_own_values():
    for value in [0, 1, 2_047, 2_048, 2_049, 4_095, 4_096, 123_456_789, 2**44]:
        (bucket,) = Histogram.of([value]).buckets()

        assert bucket.low_ms <= value / 1e6 < bucket.high_ms


def test_what_takes_longer_than_the_last_bucket_keeps_its_maximum():
    histogram = Histogram.of([2**50])

    assert histogram.max_ms == 2**50 / 1e6
    assert histogram.count == 1


def test_the_last_percentile_is_the_maximum():
    histogram = Histogram.of([1_000, 123_456_789])

    assert histogram.percentile(100) == 123.456789
