import logging
import random

import pytest

from benchlab.definitions import Refused
from benchlab.models import Benchmark, Installation, Run, Server, State
from benchlab.models.benchmarks import drafts
from tests import factories


def queue(benchmark: Benchmark, server: Server, **values: object) -> Run:
    return benchmark.launch([server], {name: str(value) for name, value in values.items()}, by=None)


def problems_of(benchmark: Benchmark, server: Server, **values: object) -> list[str]:
    with pytest.raises(Refused) as refused:
        queue(benchmark, server, **values)
    return [f"{problem.where}: {problem.message}" for problem in refused.value.problems]


def test_a_queued_run_holds_its_frozen_plan(benchmark_of_notes, server):
    run = queue(benchmark_of_notes, server, clients=4)

    assert run.state == State.QUEUED
    assert run.plan.parameters == {"clients": 4, "duration": 30, "trigger": True}
    assert run.plan.revision == run.revision.number == 1


def test_schema_and_account_bear_the_installation_and_the_run(benchmark_of_notes, server):
    run = queue(benchmark_of_notes, server)

    name = f"benchlab_{Installation.current().token}_{run.pk}"
    assert (run.plan.servers[0].schema, run.plan.servers[0].account) == (name, name)
    assert len(name) <= 32


def test_a_server_whose_own_account_is_allowed_gets_no_other(benchmark_of_notes):
    run = queue(benchmark_of_notes, factories.make_server("own", allow_own_account=True))

    assert run.plan.servers[0].account == ""


def test_a_seed_is_kept_and_otherwise_differs_from_run_to_run(benchmark_of_notes, server):
    given = benchmark_of_notes.launch([server], {}, by=None, seed=7)
    drawn = {queue(benchmark_of_notes, server).plan.seed for _ in range(3)}

    assert given.plan.seed == 7
    assert len(drawn) == 3


def test_every_bad_value_is_named_and_nothing_is_queued(benchmark_of_notes, server):
    found = problems_of(benchmark_of_notes, server, clients=0, colour="red")

    assert sorted(problem.partition(":")[0] for problem in found) == ["parameter clients", "parameter colour"]
    assert not Run.objects.exists()


def test_a_run_without_a_server_is_refused(benchmark_of_notes):
    with pytest.raises(Refused, match="Name a server"):
        benchmark_of_notes.launch([], {}, by=None)


def test_a_server_that_can_not_be_reached_is_refused_with_its_error(benchmark_of_notes):
    down = factories.make_server("down", facts_json=None, socket="/nowhere/server.sock")

    [problem] = problems_of(benchmark_of_notes, down)

    assert problem.startswith("server down: ")
    assert "/nowhere/server.sock" in problem


def test_a_run_is_queued_although_redis_is_away(
    benchmark_of_notes, server, django_capture_on_commit_callbacks, caplog, settings, tmp_path
):
    settings.REDIS_URL = f"unix://{tmp_path}/nobody.sock?db=0"

    with caplog.at_level(logging.WARNING), django_capture_on_commit_callbacks(execute=True):
        run = queue(benchmark_of_notes, server)

    assert Run.objects.queued().get() == run
    assert f"Run {run.pk} is queued, but no worker could be woken" in caplog.text


def test_a_draft_asks_no_server_and_queues_nothing(benchmark_of_notes, server):
    revision = benchmark_of_notes.latest

    [plan] = drafts(revision, [server], revision.definition.grid({"clients": "3"}))

    assert plan.parameters["clients"] == 3
    assert not Run.objects.exists()


def test_an_edited_shipped_definition_stays_the_newest(benchmark_of_notes, server):
    shipped = factories.DEFINITION.format(name="shipped", title="Shipped")
    Benchmark.store_shipped(shipped)
    Benchmark.store(shipped.replace("Shipped", "Edited"), by=factories.make_user())

    benchmark = Benchmark.store_shipped(shipped)

    assert benchmark.latest.definition.title == "Edited"
    assert benchmark.revisions.count() == 2


def test_a_plan_survives_being_stored(benchmark_of_notes, server):
    run = queue(benchmark_of_notes, server, clients=random.Random(1).randint(1, 9))

    assert Run.objects.get(pk=run.pk).plan.to_json() == run.plan_json


def test_a_hundred_runs_are_queued_in_a_short_transaction(server, benchmark_of_notes, django_assert_max_num_queries):
    with django_assert_max_num_queries(3 * 100 + 40):
        experiment = benchmark_of_notes.launch([server], {"clients": "1,2,5,10,20"}, repeats=20, by=None)

    names = {run.plan.servers[0].schema for run in experiment.runs.all()}
    assert names == {f"benchlab_{Installation.current().token}_{run.pk}" for run in experiment.runs.all()}
