import pytest
from django.test import Client

from benchlab import jobs
from benchlab.models import State
from tests import factories


def test_a_newcomer_is_offered_their_own_server_after_the_demo(admin: Client) -> None:
    factories.make_server("sandbox", sandbox="sandbox")

    page = admin.get("/").content.decode()

    assert page.index("Watch the demo") < page.index("Add my own server") < page.index("Launch a benchmark")


def test_who_has_a_server_is_no_newcomer(admin: Client) -> None:
    factories.make_server("mine")

    page = admin.get("/").content.decode()

    assert "Watch the demo" not in page


def test_what_runs_now_stands_before_what_ran_last(viewer: Client) -> None:
    factories.make_run(State.FINISHED, label="the last one")
    factories.make_run(State.RUNNING, label="the present one", seconds=20)

    page = viewer.get("/").content.decode()

    assert page.index("the present one") < page.index("the last one")
    assert "<polyline" in page


def test_a_poll_of_the_first_page_gets_only_what_happens(viewer: Client) -> None:
    page = viewer.get("/", headers={"hx-request": "true"}).content.decode()

    assert page.strip().startswith('<div id="happening"')


def test_no_worker_is_a_banner_that_says_what_to_do(viewer: Client) -> None:
    jobs.forget_answer()

    page = viewer.get("/runs/").content.decode()

    assert "Queued runs wait until a worker is started." in page
    assert "bin/up" in page


@pytest.mark.usefixtures("redis_server")
def test_a_living_worker_is_named_and_there_is_no_banner(viewer: Client) -> None:
    jobs.make_worker().heartbeat()
    jobs.forget_answer()

    page = viewer.get("/runs/").content.decode()

    assert "1 worker idle" in page
    assert "Queued runs wait" not in page


@pytest.mark.parametrize("name", ["testserver", "127.0.0.1", "not.ours.example"])
def test_health_needs_no_sign_in_and_no_name(name: str, client: Client) -> None:
    response = client.get("/healthz", headers={"host": name})

    assert response.json() == {"ok": True}


def test_a_page_is_for_those_alone_who_come_by_our_name(client: Client) -> None:
    statuses = [
        client.get("/sign-in/", headers={"host": name}).status_code for name in ("testserver", "not.ours.example")
    ]

    assert statuses == [200, 400]


def test_what_is_not_there_says_so_in_the_houses_look(viewer: Client) -> None:
    response = viewer.get("/runs/4711/")

    assert response.status_code == 404
    assert "Page not found" in response.content.decode()
    assert "Runs" in response.content.decode()


def test_what_one_may_not_do_says_who_can_help(viewer: Client) -> None:
    response = viewer.get("/people/")

    assert "Ask an admin" in response.content.decode()


def test_a_fault_of_ours_is_told_without_the_database(viewer: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    viewer.raise_request_exception = False
    monkeypatch.setattr("benchlab.views.runs.runs.RUNS_A_PAGE", "not a number")

    response = viewer.get("/runs/")

    assert response.status_code == 500
    assert "Server error" in response.content.decode()
