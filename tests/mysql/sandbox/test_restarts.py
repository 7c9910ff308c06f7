"""A restart phase on a sandbox: the server comes back, and its caches are as cold as they are said to be."""

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from pytest_django.fixtures import Settings

from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.restart import RestartPhase
from benchlab.engine.phases.restart import cache
from benchlab.engine.places.server_restart import Restarted
from benchlab.models import Server
from benchlab.models.runs import cleanup
from benchlab.runner.server_restart import restarter
from benchlab.sandbox import Sandbox, page_cache
from tests import factories
from tests.mysql.engine.plans import Outcome, Runs, load, plan

SETTINGS = {
    "innodb_log_file_size": "16M",
    "innodb_buffer_pool_size": "64M",
    "innodb_flush_log_at_trx_commit": 0,
}
COUNT = QueryPhase("count", "SELECT COUNT(*) AS counted FROM sale WHERE amount > 0")


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    made = Sandbox.create(tmp_path_factory.mktemp("sandboxes"), "cold", settings=SETTINGS)
    made.start()
    yield made
    made.remove()


def carried_out(sandbox: Sandbox, *phases: PlannedPhase) -> Outcome:
    """As the runner does it, on MyISAM: its rows live in the page cache."""
    tables = {"sale": "CREATE TABLE sale (id BIGINT PRIMARY KEY, seller INT, amount DECIMAL(9,2)) ENGINE=MyISAM"}
    made = plan(*phases, tables=tables)
    runs = Runs(sandbox.address(), "MariaDB", restart=restarter(Server(name="tested", **_place(sandbox)), made))
    try:
        return Outcome(made, list(runs.events(made)))
    finally:
        runs.clean_up()


def _place(sandbox: Sandbox) -> dict[str, object]:
    address = sandbox.address()
    return {"sandbox": sandbox.name, "socket": address.socket, "user": address.user, "password": address.password}


@pytest.fixture
def outcome(sandbox: Sandbox, settings: Settings) -> Outcome:
    settings.SANDBOXES_DIR = sandbox.folder.parent
    phases = (load(200_000), RestartPhase("cold start", "cold"), COUNT, RestartPhase("restart", "as is"))
    return carried_out(sandbox, *phases)


def test_a_cold_restart_leaves_none_of_the_data_in_the_page_cache(outcome: Outcome) -> None:
    assert outcome.error is None
    details = outcome.phases["cold start"]["details"]

    assert details["restarted"]
    assert details["data_bytes"] > 6_000_000
    assert details["cache"] == "cold", details
    assert details["cached_bytes"] < 1_000_000


def test_the_rows_are_there_after_it(outcome: Outcome) -> None:
    assert outcome.phases["count"]["details"]["answer"] == {"counted": 200_000}


def test_a_restart_as_is_finds_what_was_read_still_cached(outcome: Outcome) -> None:
    assert outcome.phases["restart"]["details"]["cache"] == "restarted, page cache warm"


def test_only_a_cold_start_that_is_not_cold_is_warned_of(outcome: Outcome) -> None:
    assert outcome.problems == []


def test_a_run_that_is_cancelled_while_its_server_restarts_leaves_it_running(
    sandbox: Sandbox, settings: Settings
) -> None:
    settings.SANDBOXES_DIR = sandbox.folder.parent
    made, stop = plan(RestartPhase("restart", "cold"), COUNT, tables={}), threading.Event()
    real = restarter(Server(name="tested", **_place(sandbox)), made)
    assert real

    def restart(schema: str, cache: Literal["cold", "as is"], halt: threading.Event) -> Restarted:
        stop.set()
        halt.wait(10)
        return real(schema, cache, halt)

    runs = Runs(sandbox.address(), "MariaDB", restart=restart)
    outcome = Outcome(made, list(runs.events(made, stop)))

    assert sandbox.state() == "running"
    assert not real.is_at_work
    assert "count" not in outcome.phases
    assert outcome.error is None
    runs.clean_up()


def test_a_sandbox_that_a_lost_worker_left_stopped_is_started_again(
    sandbox: Sandbox, settings: Settings, db: None
) -> None:
    settings.SANDBOXES_DIR = sandbox.folder.parent
    planned = replace(factories.make_plan("cold"), phases=(RestartPhase("restart", "cold"),))
    server = factories.make_server("cold", **_place(sandbox))
    run = factories.make_run(server=server, plan_json=planned.to_json())
    sandbox.stop()

    cleanup.clean_up(run)

    assert sandbox.state() != "stopped"
    sandbox.start()  # It waits until that answers.


def test_files_that_were_just_written_are_evicted_too(tmp_path: Path) -> None:
    (tmp_path / "rows").write_bytes(b"x" * 4_000_000)
    assert page_cache.cached_bytes(tmp_path) == pytest.approx(4_000_000, rel=0.01)

    page_cache.evict(tmp_path, threading.Event())

    assert page_cache.cached_bytes(tmp_path) == 0


def test_a_server_that_is_no_sandbox_is_not_restarted() -> None:
    assert restarter(Server(name="theirs", host="db1"), plan()) is None


@pytest.mark.parametrize(
    ("cached", "loads", "said"),
    [
        (0, False, "cold"),
        (3_000_000, False, "restarted, page cache warm"),
        (None, False, "restarted, page cache unknown"),
        (0, True, "restarted, buffer pool read back"),
    ],
)
def test_what_was_found_decides_what_a_restart_is_called(cached: int | None, said: str, *, loads: bool) -> None:
    assert cache(Restarted(1, 1, 10_000_000, cached, loads)) == said
