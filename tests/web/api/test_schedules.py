"""Schedules by the API."""

from typing import Any

import pytest
from django.test import Client

from benchlab.models import Run, Schedule
from tests import factories
from tests.web.api.conftest import API

NIGHTLY = {"servers": ["db1"], "values": {"clients": [1, 10]}, "when": "nightly at 02:00", "zone": "Europe/Berlin"}


@pytest.fixture
def made(runner: Client) -> dict[str, Any]:
    factories.make_server()
    factories.make_server("db2")
    factories.make_benchmark()
    return send(runner, "post", "/schedules", {**NIGHTLY, "name": "night", "benchmark": "notes"})


def send(client: Client, method: str, path: str, body: Any = None, *, status: tuple[int, ...] = (200, 201)) -> Any:
    response = getattr(client, method)(API + path, body or {}, content_type="application/json")
    assert response.status_code in status, response.content
    return response.json()


def test_a_schedule_is_made_and_told(made: dict[str, Any], viewer: Client) -> None:
    told = viewer.get(f"{API}/schedules/night").json()

    assert told == viewer.get(f"{API}/schedules").json()[0]
    assert {name: told[name] for name in NIGHTLY} == {**NIGHTLY, "values": {"clients": ["1", "10"]}}
    assert (told["by"], told["paused"], len(told["next"]), told["last"]) == ("the-runner", False, 3, None)


def test_a_list_of_servers_in_one_word_takes_turns(made: dict[str, Any], runner: Client) -> None:
    told = send(runner, "put", "/schedules/night", {**NIGHTLY, "servers": ["db1,db2"]})

    assert told["servers"] == ["db1,db2"]
    assert Schedule.objects.get().prepare().grid.run_count == 4


def test_it_is_launched_at_once_and_tells_what_came_of_it(made: dict[str, Any], runner: Client) -> None:
    launched = send(runner, "post", "/schedules/night/runs")

    [told] = runner.get(f"{API}/schedules/night/occurrences").json()["occurrences"]
    assert (told["outcome"], told["experiment"], told["asked_by"]) == ("launched", launched["experiment"], "the-runner")
    listed = runner.get(f"{API}/runs").json()["runs"]
    assert {(each["by"], each["schedule"]) for each in listed} == {("the-runner", "night")}


def test_a_second_launch_beside_the_first_is_a_conflict(made: dict[str, Any], runner: Client) -> None:
    send(runner, "post", "/schedules/night/runs")

    refused = send(runner, "post", "/schedules/night/runs", status=(409,))

    assert "still waits" in refused["problems"][0]["message"]
    assert Run.objects.count() == 2


def test_pausing_and_resuming(made: dict[str, Any], runner: Client) -> None:
    assert send(runner, "post", "/schedules/night/pause")["next"] == []
    assert len(send(runner, "delete", "/schedules/night/pause")["next"]) == 3


@pytest.mark.parametrize(
    ("change", "where"),
    [({"when": "at night"}, "when"), ({"zone": "Mars"}, "zone"), ({"values": {"clients": 0}}, "parameter clients")],
)
def test_what_can_not_be_is_refused(made: dict[str, Any], runner: Client, change, where) -> None:
    refused = send(runner, "put", "/schedules/night", {**NIGHTLY, **change}, status=(422,))

    assert [problem["where"] for problem in refused["problems"]] == [where]


def test_a_name_is_had_once(made: dict[str, Any], runner: Client) -> None:
    send(runner, "post", "/schedules", {**NIGHTLY, "name": "night", "benchmark": "notes"}, status=(409,))


def test_what_is_deleted_is_not_found_and_what_there_is_is_named(made: dict[str, Any], runner: Client) -> None:
    send(runner, "delete", "/schedules/night")

    refused = send(runner, "get", "/schedules/night", status=(404,))
    assert refused["problems"][0]["message"] == "There is no schedule night. Existing: none yet."
