import numpy as np

from benchlab.analysis.statistics.downsample import downsample


def test_few_points_are_left_alone():
    times, values = downsample(np.arange(5.0), np.arange(5.0), points=100)

    assert times.tolist() == values.tolist() == [0, 1, 2, 3, 4]


def test_every_spike_and_every_stall_survives():
    values = np.full(3600, 100.0)
    values[1234], values[2345] = 900, 0

    times, kept = downsample(np.arange(3600.0), values, points=300)

    assert len(times) <= 300
    assert kept[times == 1234].tolist() == [900]
    assert kept[times == 2345].tolist() == [0]


def test_gaps_stay_gaps():
    values = np.full(3600, 5.0)
    values[100:102] = np.nan

    _, kept = downsample(np.arange(3600.0), values, points=300)

    assert np.isnan(kept).sum() == 1


def test_a_metric_without_a_single_value_is_all_gap():
    _, kept = downsample(np.arange(1000.0), np.full(1000, np.nan), points=30)

    assert np.isnan(kept).all()


def test_time_goes_forward():
    times, _ = downsample(np.arange(5000.0), np.random.default_rng(1).normal(size=5000), points=200)

    assert (np.diff(times) > 0).all()
