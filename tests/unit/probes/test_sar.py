"""sar's records, cut to whole seconds of the wall clock, fall on the right seconds of the run."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from benchlab.probes.host import sar, sysstat_json

BEGAN = datetime(2026, 11, 21, 8, 53, 2, tzinfo=UTC).timestamp()


def seconds(reports: Iterator[sysstat_json.Report], began_at: float) -> list[float]:
    return [sample.at_s for sample in sar.samples(reports, began_at) if sample.source == "sar:cpu"]


def record(time: str, *, covers_s: int = 1) -> sysstat_json.Report:
    cpu = {"cpu": "all", "user": 0, "nice": 0, "system": 0, "iowait": 0, "steal": 0, "idle": 100}
    return {"timestamp": {"date": "2026-11-21", "time": time, "interval": covers_s}, "cpu-load": [cpu]}


@pytest.mark.parametrize("fraction", [0.0, 0.001, 0.5, 0.999])
def test_the_first_record_ends_the_second_that_it_covers(recorded: Path, fraction: float) -> None:
    reports = sysstat_json.reports([(recorded / "sadf.json").read_text()])

    found = seconds(reports, BEGAN + fraction)

    assert found == [1, 2, 3]


def test_a_record_that_slips_into_the_next_second_leaves_no_gap() -> None:
    # Taken at 3.99, 4.99 and, a little late, at 6.00.
    reports = iter([record("08:53:03"), record("08:53:04"), record("08:53:06"), record("08:53:07")])

    found = seconds(reports, BEGAN + 0.99)

    assert found == [1, 2, 3, 4]


def test_seconds_without_a_record_are_a_gap() -> None:
    reports = iter([record("08:53:03"), record("08:53:09", covers_s=6), record("08:53:10")])

    found = seconds(reports, BEGAN)

    assert found == [1, 7, 8]


def test_a_wall_clock_set_back_does_not_turn_the_run_back() -> None:
    reports = iter([record("08:53:03"), record("08:43:04"), record("08:43:05")])

    found = seconds(reports, BEGAN)

    assert found == [1, 2, 3]
