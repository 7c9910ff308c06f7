"""A host that was busy with something else is told, and one that was not is left in peace."""

from typing import Any

import pytest

from benchlab.analysis.runs.series import Series
from benchlab.analysis.trust.host_disturbance import disturbances, other_work_percent
from benchlab.metrics import Sample

WINDOW = [(0.0, 10.0)]


def drive(client_cpu_percent: float, processes: int = 2) -> dict[str, Any]:
    details = {"client_cpu_percent": client_cpu_percent, "processes": processes}
    return {"kind": "drive", "seconds": 10.0, "details": details}


def watched(*, idle: float, steal: float = 0.0, server: float = 0.0) -> dict[str, Series]:
    seconds = range(1, 11)
    return {
        "cpu": Series.of([Sample("cpu", at, {"idle": idle, "iowait": 0.0, "steal": steal}) for at in seconds]),
        "mysqld": Series.of([Sample("mysqld", at, {"cpu": server}) for at in seconds]),
    }


def test_what_server_and_generator_use_is_no_other_work() -> None:
    # Two processors: the server has one whole, the generator a quarter of both.
    other = other_work_percent(watched(idle=25, server=100), WINDOW, [drive(25)], threads=2)

    assert other == pytest.approx(0)


def test_other_work_is_told_with_its_share() -> None:
    [sentence] = disturbances(watched(idle=0, server=40), WINDOW, [drive(4)], threads=2)

    assert "76 % of the host's CPU went neither to the server nor to the load generator" in sentence


def test_a_quiet_host_is_not_accused() -> None:
    assert disturbances(watched(idle=50, server=80), WINDOW, [drive(5)], threads=2) == []


def test_stolen_time_is_told() -> None:
    [sentence] = disturbances(watched(idle=50, steal=12, server=100), WINDOW, [], threads=2)

    assert "other virtual machines took 12 %" in sentence


def test_nothing_is_said_of_a_host_that_was_not_watched() -> None:
    assert disturbances({}, WINDOW, [drive(90)], threads=1) == []
