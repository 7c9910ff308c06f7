"""Experiments from end to end: interleaved, with a cell that fails, cancelled, and with a worker that is killed."""

import json
import re

import pytest

from benchlab import mysql as connections
from benchlab.definitions import Refused, catalog
from benchlab.models import Benchmark, Experiment, Installation, Run, Server, State
from benchlab.models.benchmarks import queue_reruns
from benchlab.models.experiments import experiment_document
from tests.mysql.core.conftest import Processes, eventually, interrupt, is_driving, server_at

SHORT = ("--set", "duration=1s", "--set", "rows=200")


@pytest.fixture
def two_by_two(processes: Processes, notes: Benchmark, target: Server) -> Experiment:
    """The cells with the column that there is not fail as soon as they insert."""
    arguments = ("--set", "column=amount,amout", "--set", "clients=1,2", "--repeat", "2", "--seed", "5")
    answer = processes.bench("run", "notes", "--server", "target", *arguments, *SHORT, "--inline", "--json")
    assert answer.code == 1
    assert re.search(r"8 of 8: run \d+ \(column amout, clients 2, repeat 2\) failed", answer.errors), answer.errors
    return Experiment.objects.get()


@pytest.fixture
def half_failed(processes: Processes, notes: Benchmark, target: Server) -> Experiment:
    """Two runs, of which the second failed."""
    processes.bench("run", "notes", "--server", "target", "--set", "column=amount,amout", *SHORT, "--inline")
    return Experiment.objects.get()


def test_cells_are_interleaved_and_a_failed_one_does_not_end_the_others(two_by_two):
    runs = list(Run.objects.order_by("started_at"))

    assert [(run.repeat, run.cell) for run in runs] == [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (2, 3)]
    assert [run.state for run in runs] == [State.FINISHED, State.FINISHED, State.FAILED, State.FAILED] * 2
    assert all("amout" in run.error for run in runs if run.state == State.FAILED)
    assert (two_by_two.state, [document["seed"] for document in experiment_document.document(two_by_two)["runs"]]) == (
        "failed",
        [5] * 4 + [6] * 4,
    )


def test_each_run_has_fresh_data_of_its_own_and_cells_of_one_repeat_have_the_same(processes, notes, target, mariadb):
    Installation.objects.filter(pk=Installation.current().pk).update(replace_schemas=False)
    arguments = ("--set", "clients=1,2", "--set", "duration=1s", "--set", "rows=500", "--repeat", "2")
    processes.bench("run", "notes", "--server", "target", *arguments, "--inline")

    loaded = [preloaded(run, mariadb) for run in Experiment.objects.get().current_runs]

    assert loaded[0] == loaded[1]
    assert loaded[2] == loaded[3]
    assert loaded[0] != loaded[2]


def preloaded(run: Run, mariadb: connections.Address) -> list[tuple[object, ...]]:
    assert run.state == State.FINISHED, run.error
    with connections.connected(mariadb, database=run.plan.servers[0].schema) as admin:
        return connections.rows(admin, "SELECT id, amount FROM note WHERE id <= 500 ORDER BY id")


def test_a_failed_cell_is_run_again_in_its_place(half_failed, processes, redis_server):
    failed = half_failed.current_runs.get(state=State.FAILED)
    [again] = queue_reruns(half_failed, half_failed.runs.filter(pk=failed.pk), by=None)

    processes.start("worker")
    processes.start("keeper")

    eventually(lambda: Run.objects.get(pk=again.pk).is_over, within_s=60, what="it was run again")
    failed.refresh_from_db()
    assert failed.superseded_by_id == again.pk
    assert half_failed.current_runs.count() == 2
    assert half_failed.state == "failed"


def test_the_rest_is_cancelled_and_what_finished_is_kept(processes, notes, target, redis_server):
    experiment = notes.launch([target], {"duration": "1s,90s"}, repeats=3, by=None)
    processes.start("worker")
    processes.start("keeper")
    runs = list(experiment.current_runs)
    eventually(lambda: is_driving(runs[1]), within_s=60, what="the second run drives")

    answer = processes.bench("cancel", f"e{experiment.pk}", "--json")

    states = [run.state for run in experiment.current_runs]
    assert states == [State.FINISHED] + [State.CANCELLED] * 5
    assert answer.document == {"experiment": experiment.pk, "state": "cancelled"}


def test_a_killed_worker_costs_one_run_and_neither_loses_nor_doubles_a_cell(processes, notes, target, redis_server):
    experiment = notes.launch([target], {"clients": "1,2,3", "duration": "4s"}, repeats=2, by=None)
    runs = list(experiment.current_runs)
    worker = processes.start("worker")
    processes.start("keeper")
    eventually(lambda: is_driving(runs[1]), within_s=60, what="the second run drives")

    worker.kill()
    processes.start("worker")

    eventually(lambda: Experiment.objects.get().is_over, within_s=120, what="all are over")
    states = [run.state for run in experiment.current_runs]
    assert states == [State.FINISHED, State.FAILED, *[State.FINISHED] * 4]
    assert sorted((run.cell, run.repeat) for run in Run.objects.all()) == [(c, r) for c in range(3) for r in (1, 2)]
    queue_reruns(experiment, experiment.runs.filter(state=State.FAILED), by=None)
    eventually(lambda: Experiment.objects.get().state == "finished", within_s=60, what="the failed one was run again")
    assert experiment.current_runs.count() == 6


def test_ctrl_c_cancels_all_that_is_left(processes, notes, target):
    arguments = ("--set", "clients=1,2", "--set", "duration=60s", "--repeat", "2", "--inline", "--json")
    process = processes.start("bench", "run", "notes", "--server", "target", *arguments)
    first = eventually(Run.objects.order_by("pk").first, within_s=30, what="the runs are queued")
    eventually(lambda: is_driving(first), within_s=30, what="the first run drives")

    interrupt(process)

    out, _ = process.communicate(timeout=30)
    assert process.returncode == 4
    assert [run["state"] for run in json.loads(out)["runs"]] == ["cancelled"] * 4
    assert {run.canceller for run in Run.objects.all()} == {"Ctrl-C"}


def test_what_mysql_can_not_do_is_refused_by_its_combination(transactional_db, mysql):
    benchmark = Benchmark.store(catalog.shipped()["sell-transactions"], by=None)

    with pytest.raises(Refused) as refused:
        benchmark.launch([server_at(mysql)], {"engine": "InnoDB,MyISAM", "clients": "1,10"}, by=None)

    assert [problem.message.partition(":")[0] for problem in refused.value.problems] == [
        "With engine MyISAM, clients 1 and 1 more"
    ]
    assert not Run.objects.exists()


def test_an_experiment_is_shown_on_the_command_line(half_failed, processes):
    shown = processes.bench("show", f"e{half_failed.pk}", "--json").document
    lines = processes.bench("show", f"e{half_failed.pk}").out

    assert (shown["format"], len(shown["runs"])) == ("benchlab.experiment/1", 2)
    assert "MEDIAN" in lines
    assert "failed" in lines
    assert processes.bench("show", "e4711").code == 2
    assert processes.bench("show", "e4x").code == 2


def test_servers_can_be_a_factor(processes, notes, target, mariadb):
    Server.objects.create(name="other", socket=mariadb.socket, user=mariadb.user, password=mariadb.password)

    answer = processes.bench("run", "notes", "--server", "target,other", *SHORT, "--inline", "--json")

    assert answer.code == 0, answer.errors
    assert [run["servers"][0]["name"] for run in answer.document["runs"]] == ["target", "other"]
