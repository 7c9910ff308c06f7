import socket

import pytest

from benchlab.models import Lock, Run, State
from benchlab.models.runs import claim
from benchlab.probes.snapshot.server_check import this_machine
from tests import factories


def queued(*servers) -> Run:
    benchmark = factories.Benchmark.objects.first() or factories.make_benchmark()
    return benchmark.launch(list(servers), {}, by=None)


def on_another_machine(name: str):
    return factories.make_server(
        name, facts_json=factories.make_facts(machine=f"{name}/1", hostname=name, local=False).to_json()
    )


def test_a_claim_takes_the_server_its_host_and_this_machine(server):
    run = queued(server)

    assert claim(run, "worker:1")

    held = set(Lock.objects.filter(run=run).values_list("resource", flat=True))
    assert held == {"server:db1", "host:db1/abc", f"host:{this_machine()}"}
    assert Run.objects.get(pk=run.pk).state == State.RUNNING


def test_a_claimed_run_cannot_be_claimed_twice(server):
    run = queued(server)
    same = Run.objects.get(pk=run.pk)
    claim(run, "worker:1")

    assert not claim(same, "worker:2")

    assert Run.objects.get(pk=run.pk).worker == "worker:1"


def test_a_run_on_a_server_in_use_stays_queued_and_says_why(server):
    first, second = queued(server), queued(server)
    claim(first, "worker:1")

    assert not claim(second, "worker:2")

    second.refresh_from_db()
    assert second.state == State.QUEUED
    assert second.waiting_for == f"Waits for run {first.pk}, which uses server db1."


def test_two_servers_on_one_machine_do_not_run_at_once(server):
    first, second = queued(server), queued(factories.make_server("db2"))
    claim(first, "worker:1")

    assert not claim(second, "worker:2")

    assert second.waiting_for == f"Waits for run {first.pk}, which uses host db1."


def test_runs_from_one_machine_do_not_share_it(server):
    first, second = queued(server), queued(on_another_machine("db9"))
    claim(first, "worker:1")

    assert not claim(second, "worker:2")

    assert second.waiting_for == f"Waits for run {first.pk}, which uses host {socket.gethostname()}."


def test_runs_start_in_the_order_they_were_queued(server):
    first, second = queued(server), queued(server)

    assert not claim(second, "worker:2")

    assert second.waiting_for == f"Waits for run {first.pk}, which is ahead of it for server db1."


def test_an_ended_run_whose_statements_go_on_is_still_waited_for(server):
    first, second = queued(server), queued(server)
    claim(first, "worker:1")
    first.cancel()
    first.locks.update(reason="still has 2 statements to roll back on db1")

    assert not claim(second, "worker:2")

    assert second.waiting_for == f"Waits for run {first.pk}, which still has 2 statements to roll back on db1."


def test_the_next_run_starts_once_the_locks_are_free(server):
    first, second = queued(server), queued(server)
    claim(first, "worker:1")
    claim(second, "worker:2")
    first.finish()
    first.locks.all().delete()

    assert claim(second, "worker:2")

    second.refresh_from_db()
    assert second.waiting_for == ""


@pytest.mark.parametrize("state", [State.FINISHED, State.FAILED, State.CANCELLED])
def test_a_run_that_is_over_can_not_be_claimed(state, server):
    run = factories.make_run(state)

    assert not claim(run, "worker:1")

    assert not Lock.objects.exists()
