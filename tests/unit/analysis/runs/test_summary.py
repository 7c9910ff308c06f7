import numpy as np

from benchlab.analysis.runs.run_summary import headline, host_summary, measured_windows
from benchlab.analysis.runs.series import Series
from benchlab.metrics import Metric

METRICS = {("cpu", "user"): Metric("user", "CPU, user", "%")}


def _phase(kind, **figures):
    return {"kind": kind, "started_s": 0.0, "warmup_s": 0.0, "seconds": 10.0, "rows": 0, "per_second": None, **figures}


def test_the_host_is_summed_up_over_the_measured_seconds_alone():
    cpu = Series(np.arange(10.0), {"user": np.array([99.0, 99, 99, 10, 20, 30, 99, 99, 99, 99])})

    found = host_summary({"cpu": cpu}, [(2, 5)], METRICS)

    assert found == {"cpu.user": {"unit": "%", "mean": 20.0, "max": 30.0}}


def test_a_gap_does_not_count_as_nothing():
    cpu = Series(np.arange(3.0), {"user": np.array([10.0, np.nan, 20.0])})

    assert host_summary({"cpu": cpu}, [(-1, 5)], METRICS)["cpu.user"]["mean"] == 15.0


def test_a_metric_without_a_sample_is_left_out():
    cpu = Series(np.arange(3.0), {"user": np.array([np.nan] * 3)})

    assert host_summary({"cpu": cpu}, [(-1, 5)], METRICS) == {}


def test_drives_are_measured_after_their_warm_up():
    phases = [_phase("load"), _phase("drive", started_s=20.0, warmup_s=2.0, seconds=5.0)]

    assert measured_windows(phases) == [(22.0, 27.0)]


def test_without_a_drive_the_loads_and_queries_are_what_was_measured():
    assert measured_windows([_phase("sql"), _phase("load"), _phase("query", started_s=20.0)]) == [(0, 10), (20, 30)]


def test_the_headline_is_the_first_drives_rate():
    assert headline([_phase("load", rows=100), _phase("drive", per_second=1400.0)]) == 1400.0


def test_without_a_drive_the_headline_is_the_first_loads_rows_a_second():
    assert headline([_phase("sql"), _phase("load", rows=100)]) == 10.0


def test_a_run_that_measured_nothing_has_no_headline():
    assert headline([_phase("sql")]) is None
