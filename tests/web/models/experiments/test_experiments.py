import pytest

from benchlab.definitions import Refused
from benchlab.models import Benchmark, Experiment, Run, Server, State
from benchlab.models.benchmarks import queue_reruns
from benchlab.models.experiments import experiment_document
from tests import factories


@pytest.fixture
def experiment(benchmark_of_notes: Benchmark, server: Server) -> Experiment:
    return benchmark_of_notes.launch([server], {"clients": "1,10"}, repeats=2, by=None, seed=7)


def end(run: Run, state: State) -> None:
    Run.objects.filter(pk=run.pk).update(state=state)


def ended(experiment: Experiment, *states: State) -> list[Run]:
    runs = list(experiment.current_runs)
    for run, state in zip(runs, states, strict=False):
        end(run, state)
    return runs


def test_its_runs_are_interleaved(experiment):
    runs = Run.objects.order_by("pk")

    assert [run.plan.parameters["clients"] for run in runs] == [1, 10, 1, 10]
    assert [(run.cell, run.repeat) for run in runs] == [(0, 1), (1, 1), (0, 2), (1, 2)]


def test_it_knows_what_it_varies_its_revision_and_its_servers(experiment, server):
    assert (experiment.grid, experiment.repeats) == ({"clients": ["1", "10"]}, 2)
    assert experiment.revision == experiment.benchmark.latest
    assert list(experiment.servers) == [server]
    assert [experiment.cell_words(cell) for cell in (0, 1)] == ["clients 1", "clients 10"]


def test_a_repeat_has_the_same_seed_in_all_cells_and_another_than_the_next(experiment):
    assert [run.plan.seed for run in Run.objects.order_by("pk")] == [7, 7, 8, 8]


def test_every_run_has_a_schema_of_its_own(experiment):
    assert len({run.plan.servers[0].schema for run in Run.objects.all()}) == 4


def test_servers_can_vary_like_parameters(benchmark_of_notes, server):
    other = factories.make_server("db2")

    experiment = benchmark_of_notes.launch([server, other], {"server": ["db1", "db2"], "clients": "1,10"}, by=None)

    runs = Run.objects.order_by("pk")
    assert [(run.plan.servers[0].name, run.plan.parameters["clients"]) for run in runs] == [
        ("db1", 1),
        ("db1", 10),
        ("db2", 1),
        ("db2", 10),
    ]
    assert [run.servers.get().name for run in runs] == ["db1", "db1", "db2", "db2"]
    assert experiment.grid["server"] == ["db1", "db2"]


def test_one_value_once_is_a_run_and_no_experiment(benchmark_of_notes, server):
    launched = benchmark_of_notes.launch([server], {"clients": "3"}, by=None)

    assert isinstance(launched, Run)
    assert launched.plan.parameters["clients"] == 3
    assert not Experiment.objects.exists()


def test_repeats_alone_are_an_experiment_of_one_cell(benchmark_of_notes, server):
    launched = benchmark_of_notes.launch([server], {}, repeats=3, by=None)

    assert isinstance(launched, Experiment)
    assert (launched.cells, launched.run_count) == ([{}], 3)


def test_one_bad_value_queues_nothing(benchmark_of_notes, server):
    with pytest.raises(Refused, match="“no” is not a whole number"):
        benchmark_of_notes.launch([server], {"clients": "1,no"}, by=None)

    assert not Run.objects.exists()
    assert not Experiment.objects.exists()


def test_a_cell_that_can_not_be_is_refused_by_its_values(server):
    text = factories.DEFINITION.format(name="parts", title="Parts").replace(
        "  trigger:", "  engine: {type: engine, default: InnoDB, sweep: true}\n  trigger:"
    )
    benchmark = Benchmark.store(text.replace("NOT NULL)\n", "NOT NULL) ENGINE={{ engine }}\n"), by=None)

    with pytest.raises(Refused) as refused:
        benchmark.launch([server], {"engine": "InnoDB,Memory,RocksDB", "clients": "1,10"}, by=None)

    assert all("With engine " in problem.message for problem in refused.value.problems)
    assert not Run.objects.exists()


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ([], "queued"),
        ([State.RUNNING], "running"),
        ([State.FINISHED], "running"),
        ([State.FAILED, State.FINISHED], "running"),
        ([State.FINISHED] * 4, "finished"),
        ([State.FINISHED, State.FAILED, State.FINISHED, State.FINISHED], "failed"),
        ([State.FINISHED, State.FAILED, State.CANCELLED, State.CANCELLED], "cancelled"),
    ],
)
def test_its_state_follows_from_its_runs(experiment, states, expected):
    ended(experiment, *states)

    assert experiment.state == expected
    assert Experiment.objects.listed().get().state == expected


def test_its_document_has_the_runs_in_the_order_of_the_launch(experiment):
    ended(experiment, *[State.FINISHED] * 4)

    document = experiment_document.document(experiment)

    assert {key: document[key] for key in ("format", "id", "state")} == {
        "format": "benchlab.experiment/1",
        "id": experiment.pk,
        "state": "finished",
    }
    assert [run["parameters"]["clients"] for run in document["runs"]] == [1, 10, 1, 10]


def test_cancelling_ends_the_queued_at_once_and_asks_the_running(experiment):
    ended(experiment, State.FINISHED, State.RUNNING)

    assert experiment.request_cancel(reason="Ctrl-C")

    first, second, *rest = experiment.current_runs
    assert first.state == State.FINISHED
    assert (second.state, second.cancel_reason) == (State.RUNNING, "Ctrl-C")
    assert second.cancel_requested_at is not None
    assert [run.state for run in rest] == [State.CANCELLED] * 2
    assert not experiment.request_cancel()


def test_a_failed_run_is_run_again_in_its_place_and_kept(experiment):
    _, failed, *_ = ended(experiment, State.FINISHED, State.FAILED, State.FINISHED, State.FINISHED)

    [again] = queue_reruns(experiment, experiment.runs.filter(pk=failed.pk), by=None)

    failed.refresh_from_db()
    assert failed.superseded_by == again
    assert (again.cell, again.repeat, again.plan.seed) == (1, 1, failed.plan.seed)
    assert again.plan.parameters == failed.plan.parameters
    assert [run.pk for run in experiment.current_runs][1] == again.pk
    assert experiment.state == "running"


def test_a_run_is_not_run_again_twice(experiment):
    failed, *_ = ended(experiment, *[State.FAILED] * 4)
    queue_reruns(experiment, experiment.runs.filter(pk=failed.pk), by=None)

    with pytest.raises(Refused, match="was run again already"):
        queue_reruns(experiment, experiment.runs.filter(pk=failed.pk), by=None)

    assert experiment.runs.count() == 5


def test_one_that_goes_on_is_not_run_again(experiment):
    running, *_ = ended(experiment, State.RUNNING)

    with pytest.raises(Refused, match="It has not ended"):
        queue_reruns(experiment, experiment.runs.filter(pk=running.pk), by=None)

    assert experiment.runs.count() == 4


def test_a_run_again_takes_the_revision_of_its_experiment(experiment):
    failed, *_ = ended(experiment, *[State.FAILED] * 4)
    Benchmark.store(experiment.revision.text.replace("default: 30s", "default: 9s"), by=None)

    [again] = queue_reruns(experiment, experiment.runs.filter(pk=failed.pk), by=None)

    assert again.revision == experiment.revision
    assert again.plan.parameters["duration"] == 30


def test_a_run_whose_server_is_gone_is_not_run_again(experiment, server):
    failed, *_ = ended(experiment, *[State.FAILED] * 4)
    server.remove()

    with pytest.raises(Refused, match="It ran on db1, which no longer exists here"):
        queue_reruns(experiment, experiment.runs.filter(pk=failed.pk), by=None)


def test_it_is_deleted_with_its_runs_once_all_are_over(experiment):
    with pytest.raises(Refused, match="has not ended"):
        experiment.remove()
    ended(experiment, *[State.CANCELLED] * 4)

    experiment.remove()

    assert not Run.objects.exists()
    assert not Experiment.objects.exists()
