"""Deleting a run while its server is in use, and while somebody uses its schema."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection

from benchlab import mysql
from benchlab.definitions import Refused
from benchlab.engine.places import workspace
from benchlab.models import Installation, Run, Server
from benchlab.models.runs import claim, deletion
from benchlab.models.runs.cleanup import clean_up
from tests.mysql.core.conftest import eventually


@pytest.fixture
def over(notes, target: Server) -> Run:
    """A run that has ended, whose schema is on its server."""
    run: Run = notes.launch([target], {}, by=None)
    assert claim(run, "worker:1")
    assert run.cancel()
    assert not clean_up(run)
    with mysql.connected(target.address) as admin:
        token = Installation.current().token
        workspace.create(admin, run.plan.servers[0], address=target.address, instance=token, run=run.pk)
        mysql.run(admin, f"CREATE TABLE {schema_of(run)}.note (id INT PRIMARY KEY) ENGINE=InnoDB")
    return run


@pytest.fixture
def reader(over: Run, target: Server) -> Iterator[mysql.Connection]:
    """An open transaction that reads the schema: nobody can drop it meanwhile."""
    with mysql.connected(target.address) as reading:
        mysql.run(reading, "BEGIN")
        mysql.rows(reading, f"SELECT * FROM {schema_of(over)}.note")
        yield reading


def schema_of(run: Run) -> str:
    return run.plan.servers[0].schema


def is_there(server: Server, schema: str) -> bool:
    with mysql.connected(server.address) as admin:
        return workspace.exists(admin, schema)


def remove_in_background(run: Run) -> threading.Thread:
    def remove() -> None:
        try:
            deletion.remove(run)
        finally:
            connection.close()

    thread = threading.Thread(target=remove)
    thread.start()
    return thread


def test_nothing_is_dropped_beside_a_run_that_is_measured(over, notes, target):
    schema, measuring = schema_of(over), notes.launch([target], {}, by=None)
    assert claim(measuring, "worker:2")

    deletion.remove(over)

    assert is_there(target, schema)
    assert set(Run.objects.all()) == {measuring}
    assert measuring.locks.exists()


def test_no_run_starts_while_a_schema_is_dropped(over, reader, notes, target):
    number, schema, waiting = over.pk, schema_of(over), notes.launch([target], {}, by=None)

    removing = remove_in_background(over)
    eventually(over.locks.exists, within_s=4, what="the server is locked")
    started = claim(waiting, "worker:2")
    mysql.run(reader, "COMMIT")
    removing.join()

    assert not started
    assert waiting.waiting_for == f"Waits for run {number}, which drops its schema."
    assert not is_there(target, schema)
    assert claim(waiting, "worker:2")


def test_a_drop_that_takes_too_long_is_reported_and_leaves_the_keeper_to_free_the_server(over, reader, monkeypatch):
    monkeypatch.setattr(deletion, "DROPPED_WITHIN_S", 1)

    with pytest.raises(Refused, match="did not drop its schema within 1 s"):
        deletion.remove(over)
    is_locked = over.locks.exists()
    eventually(lambda: not clean_up(over), within_s=20, what="the statement has ended")

    assert is_locked
    assert not over.locks.exists()
    assert Run.objects.get(pk=over.pk).cleaned_up_at


def test_a_server_is_locked_for_as_long_as_a_statement_drops_there(over, target):
    with mysql.connected(target.address) as dropping:
        assert deletion._lock(over, target, schema_of(over), dropping)
        clean_up(over)
        meanwhile = set(over.locks.values_list("reason", flat=True))
    eventually(lambda: not clean_up(over), within_s=20, what="the connection is gone")

    assert meanwhile == {"still drops its schema on target"}
    assert not over.locks.exists()
