"""Several at once, on the application's real database."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from benchlab.models import Benchmark, Delivery, Lock, Run, State, Webhook
from benchlab.models.runs import claim
from tests import factories
from tests.experiment_records import make_experiment, put_into


@pytest.fixture
def benchmark_of_notes(transactional_db: None) -> Benchmark:
    return factories.make_benchmark()


def at_once(acts: list[Callable[[], bool]]) -> list[bool]:
    """What each answered, all begun at the same moment."""
    answers: list[bool] = []
    begin = threading.Barrier(len(acts))

    def perform(act: Callable[[], bool]) -> None:
        begin.wait()
        try:
            answers.append(act())
        finally:
            connection.close()

    threads = [threading.Thread(target=perform, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == len(acts)
    return answers


def claiming(run: Run, worker: str) -> Callable[[], bool]:
    return lambda: claim(Run.objects.get(pk=run.pk), worker)


def test_of_many_workers_one_gets_the_run(benchmark_of_notes):
    run = benchmark_of_notes.launch([factories.make_server()], {}, by=None)

    answers = at_once([claiming(run, f"worker:{number}") for number in range(6)])

    assert sum(answers) == 1
    assert Run.objects.running().count() == 1


def test_of_many_runs_on_one_server_one_starts(benchmark_of_notes):
    server = factories.make_server()
    runs = [benchmark_of_notes.launch([server], {}, by=None) for _ in range(6)]

    answers = at_once([claiming(run, f"worker:{run.pk}") for run in runs])

    assert sum(answers) <= 1
    assert claim(runs[0], "worker:again") is (sum(answers) == 0)
    assert Run.objects.running().get() == runs[0]
    assert set(Lock.objects.values_list("run", flat=True)) == {runs[0].pk}


def test_of_many_who_end_a_run_one_does(benchmark_of_notes):
    run = benchmark_of_notes.launch([factories.make_server()], {}, by=None)
    claim(run, "worker:1")

    answers = at_once(
        [lambda: Run.objects.get(pk=run.pk).fail("One."), lambda: Run.objects.get(pk=run.pk).finish()] * 3
    )

    assert sum(answers) == 1


def test_of_an_experiment_whose_last_runs_end_at_once_it_is_told_once(benchmark_of_notes):
    Webhook.objects.create(name="chat", url="http://127.0.0.1:9/", events=["experiment.over"])
    runs = list(make_experiment(repeats=3).current_runs)
    for run in runs:
        put_into(run, State.RUNNING)

    answers = at_once([Run.objects.get(pk=run.pk).finish for run in runs])

    assert answers == [True] * len(runs)
    assert Delivery.objects.filter(event__kind="experiment.over").count() == 1
