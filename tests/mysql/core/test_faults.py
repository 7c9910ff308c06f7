"""What must be true after something was killed, with real workers, keeper, Redis and servers."""

import signal
from collections.abc import Callable

import psutil
import pytest

from benchlab import jobs, mysql
from benchlab.models import ChangedSetting, Lock, Run, Server, State
from benchlab.models.results import result_document, series_chunks
from benchlab.mysql import Address
from tests.mysql.core.conftest import Processes, children, eventually, is_driving, server_at
from tests.processes import STOPPED_WITHIN_S
from tests.servers import PrivateMariaDB, PrivateRedis

FLUSH = "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit"


@pytest.fixture
def worker(redis_server: str, processes: Processes, notes, target) -> psutil.Process:
    return start_worker(processes)


@pytest.fixture
def keeper(redis_server: str, processes: Processes, notes, target) -> None:
    processes.start("keeper")


def start_worker(processes: Processes) -> psutil.Process:
    process = psutil.Process(processes.start("worker").pid)
    eventually(lambda: _is_live(process), within_s=40, what="the worker is live")
    return process


def _is_live(process: psutil.Process) -> bool:
    jobs.forget_answer()
    return any(name.endswith(f".{process.pid}") for name in jobs.live().names)


@pytest.fixture
def driving(notes, target, worker, keeper) -> Run:
    run = notes.launch([target], {"duration": "90s", "flush": "2"}, by=None)
    eventually(lambda: is_driving(run), within_s=40, what="the run drives")
    return run


def setting(address: Address) -> object:
    with mysql.connected(address) as admin:
        return mysql.rows(admin, FLUSH)[0][0]


def threads(address: Address, run: Run) -> int:
    with mysql.connected(address) as admin:
        sql = "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = %s"
        return int(mysql.rows(admin, sql, [run.plan.servers[0].account])[0][0])


def failed(run: Run) -> bool:
    run.refresh_from_db()
    return run.state == State.FAILED


def alive(family: list[psutil.Process]) -> list[psutil.Process]:
    return [process for process in family if process.is_running() and process.status() != psutil.STATUS_ZOMBIE]


def horse_of(worker: psutil.Process) -> psutil.Process:
    return worker.children()[0]


def client_of(worker: psutil.Process) -> psutil.Process:
    return next(each for each in children(worker.pid) if "benchlab.engine.generator.client" in " ".join(each.cmdline()))


def itself(worker: psutil.Process) -> psutil.Process:
    return worker


@pytest.mark.parametrize("victim", [itself, horse_of, client_of], ids=["worker", "work-horse", "client"])
def test_a_killed_process_fails_its_run_and_leaves_nothing(
    victim: Callable[[psutil.Process], psutil.Process],
    driving: Run,
    worker: psutil.Process,
    processes: Processes,
    notes,
    target: Server,
    mariadb: Address,
):
    before = 1 if setting(mariadb) == 2 else setting(mariadb)
    family = children(horse_of(worker).pid)

    victim(worker).send_signal(signal.SIGKILL)

    eventually(
        lambda: failed(driving) and not alive(family) and not Lock.objects.exists(),
        within_s=15,
        what="the run is failed, nothing that it started still runs and its locks are free",
    )
    assert "lost" in driving.error or "client" in driving.error.lower()
    assert series_chunks.measured_until(driving) > 0
    assert threads(mariadb, driving) == 0
    assert not ChangedSetting.objects.exists()
    assert setting(mariadb) != 2 or before == 2
    _next_run_starts(notes, target, worker, processes)


def _next_run_starts(notes, target: Server, worker: psutil.Process, processes: Processes) -> None:
    if not alive([worker]):
        start_worker(processes)
    run = notes.launch([target], {"duration": "1s"}, by=None)
    eventually(lambda: _is_over(run), within_s=60, what="the next run ends")
    assert run.state == State.FINISHED, run.error


def _is_over(run: Run) -> bool:
    run.refresh_from_db()
    return run.is_over


def test_a_cancel_ends_everything_within_seconds(driving: Run, worker: psutil.Process, mariadb: Address):
    clients = [each for each in children(worker.pid) if "benchlab.engine.generator.client" in " ".join(each.cmdline())]

    driving.request_cancel(reason="the test")

    eventually(
        lambda: not alive(clients) and not threads(mariadb, driving), within_s=STOPPED_WITHIN_S, what="nothing is left"
    )
    eventually(lambda: _is_over(driving), within_s=10, what="the run is over")
    assert (driving.state, driving.canceller) == (State.CANCELLED, "the test")
    assert setting(mariadb) != 2


def test_a_server_that_is_killed_fails_the_run_with_a_sentence(
    redis_server: str, own_mariadb: PrivateMariaDB, notes, processes: Processes
):
    server = server_at(own_mariadb.address, "own")
    start_worker(processes)
    run = notes.launch([server], {"duration": "60s"}, by=None)
    eventually(lambda: is_driving(run), within_s=40, what="the run drives")

    own_mariadb.kill()

    eventually(
        lambda: failed(run) and not Lock.objects.exists(), within_s=30, what="the run is failed and its locks are free"
    )
    errors = {
        code: count for phase in result_document.document(run)["phases"] for code, count in phase["errors"].items()
    }
    assert run.error
    assert set(errors) & {"2002", "2003", "2006", "2013"}


def test_queued_runs_still_run_once_when_redis_was_emptied(
    worker: psutil.Process, keeper: None, notes, target: Server, redis_process: PrivateRedis
):
    first = notes.launch([target], {"duration": "8s"}, by=None)
    second = notes.launch([target], {"duration": "1s"}, by=None)
    eventually(lambda: is_driving(first), within_s=40, what="the first run drives")

    redis_process.stop()
    redis_process.start()

    eventually(lambda: _is_over(first) and _is_over(second), within_s=90, what="both runs are over")
    assert (first.state, second.state) == (State.FINISHED, State.FINISHED), (first.error, second.error)
    assert second.started_at > first.started_at
    assert second.log.filter(message__startswith="The phase “insert” (drive) began").count() == 1


def test_a_worker_that_is_killed_while_idle_is_missed_and_its_successor_found(worker: psutil.Process, keeper: None):
    worker.kill()

    eventually(lambda: not _is_live(worker), within_s=jobs.PRESENCE_S + 3, what="the worker is missed")
    assert jobs.live().trouble
