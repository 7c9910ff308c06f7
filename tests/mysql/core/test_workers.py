"""The way through Redis and a real worker."""

import json

import django_rq
import pytest

from benchlab.jobs import KEEPER_PRESENCE, PRESENCE
from benchlab.models import Run, State
from tests.mysql.core.conftest import Processes, eventually, interrupt, is_driving
from tests.mysql.core.test_faults import start_worker


def test_a_job_is_never_ended_by_rq(redis_server: str, notes, target):
    notes.launch([target], {}, by=None)

    [job] = django_rq.get_queue().jobs

    assert job.timeout == -1


def test_a_run_that_has_to_wait_wakes_nobody(redis_server: str, notes, target):
    first, second = (notes.launch([target], {}, by=None) for _ in range(2))

    assert [job.args for job in django_rq.get_queue().jobs] == [(first.pk,)]
    second.refresh_from_db()
    assert second.waiting_for == f"Waits for run {first.pk}, which is ahead of it for server target."


@pytest.fixture
def with_worker(redis_server: str, processes: Processes, notes, target) -> Processes:
    start_worker(processes)
    return processes


def test_the_command_line_waits_for_a_workers_result(with_worker: Processes):
    answer = with_worker.bench("run", "notes", "--server", "target", "--set", "duration=1s", "--repeat", "2", "--json")

    assert (answer.code, [run["state"] for run in answer.document["runs"]]) == (0, ["finished", "finished"])


def test_a_run_is_cancelled_from_another_command_line(with_worker: Processes):
    waiting = with_worker.start("bench", "run", "notes", "--server", "target", "--set", "duration=60s", "--json")
    run = eventually(Run.objects.first, within_s=60, what="the run is queued")
    eventually(lambda: is_driving(run), within_s=60, what="the run drives")

    cancelled = with_worker.bench("cancel", str(run.pk), "--json")

    out, _ = waiting.communicate(timeout=30)
    assert (cancelled.code, cancelled.document) == (0, {"run": run.pk, "state": "cancelled"})
    assert (waiting.returncode, json.loads(out)["state"]) == (4, State.CANCELLED)


def test_who_waits_is_told_that_the_last_worker_has_gone(redis_server: str, processes: Processes, notes, target):
    redis = django_rq.get_connection()
    redis.set(f"{PRESENCE}one", 1)
    waiting = processes.start("bench", "run", "notes", "--server", "target", "--json")
    eventually(Run.objects.first, within_s=60, what="the run is queued")

    redis.delete(f"{PRESENCE}one")

    told = waiting.stderr.readline()
    while "No worker is running." not in told:
        assert "Waits for a free worker" in told
        told = waiting.stderr.readline()
    assert "bin/up" in told
    interrupt(waiting)
    assert json.loads(waiting.communicate(timeout=30)[0])["state"] == State.CANCELLED


def test_who_waits_is_told_for_which_run(redis_server: str, processes: Processes, notes, target):
    first = notes.launch([target], {}, by=None)
    django_rq.get_connection().set(f"{PRESENCE}one", 1)

    waiting = processes.start("bench", "run", "notes", "--server", "target", "--json")

    assert f"Waits for run {first.pk}, which is ahead of it for server target." in waiting.stderr.readline()
    interrupt(waiting)
    waiting.communicate(timeout=30)


def test_a_keeper_shows_that_it_looks_after_everything(redis_server: str, processes: Processes):
    keeper = processes.start("keeper")

    shown = eventually(
        lambda: django_rq.get_connection().keys(f"{KEEPER_PRESENCE}*"), within_s=60, what="it shows itself"
    )

    assert shown[0].decode().endswith(f".{keeper.pid}")
