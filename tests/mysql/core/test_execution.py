import sqlite3
import threading
import time
from datetime import UTC, datetime

import numpy
import pytest
from django.db import connection

from benchlab import mysql, runner
from benchlab.models import ChangedSetting, Installation, Lock, Run, Server, State
from benchlab.models.results import result_document, series_chunks
from benchlab.models.runs import deletion
from tests.mysql.core.conftest import eventually, is_driving
from tests.processes import STOPPED_WITHIN_S


def ended(run: Run) -> Run:
    assert runner.execute(run)
    run.refresh_from_db()
    return run


def one(address: mysql.Address, sql: str) -> object:
    with mysql.connected(address) as admin:
        return mysql.rows(admin, sql)[0][0]


def in_background(run: Run) -> threading.Thread:
    def execute() -> None:
        try:
            runner.execute(Run.objects.get(pk=run.pk))
        finally:
            connection.close()

    thread = threading.Thread(target=execute)
    thread.start()
    return thread


@pytest.fixture
def finished(notes, target) -> Run:
    return ended(notes.launch([target], {"clients": "4"}, by=None))


def test_rows_in_the_table_are_those_loaded_and_those_acknowledged(notes, any_target, any_server):
    run = ended(notes.launch([any_target], {"clients": "4", "flush": "2"}, by=None))

    document = result_document.document(run)

    loaded, driven = (next(p for p in document["phases"] if p["name"] == name) for name in ("preload", "insert"))
    rows = one(any_server, f"SELECT COUNT(*) FROM {document['servers'][0]['schema']}.note")
    assert document["state"] == "finished", document["error"]
    assert rows == loaded["rows"] + driven["details"]["acknowledged"]


def test_what_was_measured_is_kept_one_chunk_a_metric(finished):
    sources = series_chunks.read_all(finished)

    assert not finished.chunks.filter(metric="").exists()
    assert {"phase:insert", "server", "cpu"} <= set(sources)
    assert "cpu.user" in finished.host_summary
    assert finished.headline == pytest.approx(
        next(p["per_second"] for p in result_document.document(finished)["phases"] if p["name"] == "insert")
    )


def test_samples_of_a_minute_have_no_hole(notes, target):
    run = ended(notes.launch([target], {"duration": "60s", "rows": "0"}, by=None))

    times = {source: found.times for source, found in series_chunks.read_all(run).items()}
    longest = {source: float(numpy.diff(at).max()) for source, at in times.items() if len(at) > 1}
    assert {"cpu", "server", "phase:insert"} <= set(longest)
    assert len(times["server"]) >= 60
    assert max(longest.values()) <= 2, longest


def test_the_last_layout_is_counted_and_those_before_are_estimates(finished, mariadb):
    layouts = result_document.document(finished)["layouts"]

    last = [row for row in layouts if row["at"] == "end"]
    schema = finished.plan.servers[0].schema
    assert [row["partition"] for row in last] == ["p0", "p1", "p2", "p3"]
    assert all(row["exact"] for row in last)
    assert sum(row["rows"] for row in last) == one(mariadb, f"SELECT COUNT(*) FROM {schema}.note")
    assert not any(row["exact"] for row in layouts if row["at"] == "during")


def test_nothing_is_left_on_the_server_but_the_schema(finished, mariadb):
    name = finished.plan.servers[0].schema

    assert one(mariadb, f"SELECT COUNT(*) FROM mysql.user WHERE User = '{name}'") == 0
    assert one(mariadb, f"SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '{name}'") == 1
    assert finished.cleaned_up_at
    assert not Lock.objects.exists()


def test_a_global_setting_is_set_for_the_run_and_put_back(notes, target, mariadb):
    before = one(mariadb, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit")

    run = ended(notes.launch([target], {"flush": "2"}, by=None))

    assert run.state == State.FINISHED, run.error
    assert run.snapshot["start"]["variables"]["innodb_flush_log_at_trx_commit"] == "2"
    assert one(mariadb, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit") == before
    assert not ChangedSetting.objects.exists()


@pytest.mark.parametrize(("replace", "left"), [(True, 0), (False, 1)])
def test_the_next_run_replaces_the_schema_if_the_team_lets_it(replace, left, finished, notes, target, mariadb):
    Installation.objects.update(replace_schemas=replace)

    ended(notes.launch([target], {}, by=None))

    schema = finished.plan.servers[0].schema
    finished.refresh_from_db()
    assert one(mariadb, f"SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '{schema}'") == left
    assert bool(finished.schema_dropped_at) is replace


def test_a_run_that_fails_at_its_tables_costs_nobody_else_s(finished, notes, target, mariadb):
    run = notes.launch([target], {}, by=None)
    run.plan_json["tables"]["note"] = "CREATE TABLE note (id INT PRIMARY KEY) ENGINE=NoSuchEngine"
    run.save()

    failed = ended(run)

    finished.refresh_from_db()
    assert failed.state == State.FAILED
    assert finished.schema_dropped_at is None
    assert one(mariadb, f"SELECT COUNT(*) > 0 FROM {finished.plan.servers[0].schema}.note") == 1


def test_a_deleted_run_takes_its_schema_and_its_files_along(finished, mariadb):
    schema, folder = finished.plan.servers[0].schema, finished.folder
    files = [artefact.name for artefact in finished.artefacts()]

    deletion.remove(finished)

    assert {"iostat.json", "sar.data"} <= set(files)
    assert one(mariadb, f"SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '{schema}'") == 0
    assert not folder.exists()


def test_an_error_in_the_definitions_sql_fails_the_run_with_a_sentence(notes, target):
    run = ended(notes.launch([target], {"column": "amout"}, by=None))

    assert run.state == State.FAILED
    assert "1054" in run.error
    assert "amout" in run.error


def test_a_server_that_changed_since_the_run_was_queued_fails_it(notes, target):
    run = notes.launch([target], {}, by=None)
    run.plan_json["servers"][0]["version"] = "5.5.1"
    run.save()

    ended(run)

    assert run.state == State.FAILED
    assert "The version of target was 5.5.1 (seen 2" in run.error


def test_a_server_on_another_host_is_checked_again_and_the_next_run_finishes(notes, target):
    now, before = target.facts.machine, datetime(2026, 1, 31, 10, 20, tzinfo=UTC)
    stored = {**target.facts_json, "machine": "db-old", "hostname": "db-old"}
    Server.objects.filter(pk=target.pk).update(facts_json=stored, checked_at=before)
    old = notes.launch([Server.objects.get(pk=target.pk)], {}, by=None)

    ended(old)

    checked = Server.objects.get(pk=target.pk)
    assert old.error == (
        f"The host of target was db-old (seen 2026-01-31 10:20 UTC) and is {now} "
        f"(seen {checked.checked_at:%Y-%m-%d %H:%M} UTC). The server has been checked again: launch the run again."
    )
    assert ended(notes.launch([checked], {}, by=None)).state == State.FINISHED


def test_a_cancelled_run_is_gone_within_seconds_and_says_by_whom(notes, target, mariadb):
    run = notes.launch([target], {"duration": "60s"}, by=None)
    executing = in_background(run)
    eventually(lambda: is_driving(run), within_s=30, what="the run drives")

    run.request_cancel(reason="the test")

    account = run.plan.servers[0].account
    threads = f"SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE USER = '{account}'"
    eventually(lambda: one(mariadb, threads) == 0, within_s=STOPPED_WITHIN_S, what="no thread is left on the server")
    executing.join(20)
    run.refresh_from_db()
    assert (run.state, run.canceller) == (State.CANCELLED, "the test")
    assert series_chunks.measured_until(run)


def test_a_locked_database_delays_a_run_and_loses_nothing(notes, target):
    if connection.vendor != "sqlite":
        pytest.skip("Only SQLite locks all of the database.")
    run = notes.launch([target], {"duration": "6s"}, by=None)
    executing = in_background(run)
    eventually(lambda: is_driving(run), within_s=30, what="the run drives")

    with sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None) as other:
        other.execute("BEGIN IMMEDIATE")
        time.sleep(3)
        other.execute("ROLLBACK")
    executing.join(60)

    run.refresh_from_db()
    times = series_chunks.read_all(run)["server"].times
    assert run.state == State.FINISHED, run.error
    assert (times[1:] - times[:-1]).max() < 2


def test_a_bug_fails_the_run_keeps_its_traceback_and_is_raised(notes, target):
    run = notes.launch([target], {}, by=None)
    run.plan_json["phases"][0]["columns"] = {"id": "no such generator"}
    run.save()

    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever the bug is.
        runner.execute(run)

    run.refresh_from_db()
    assert run.state == State.FAILED
    assert "benchlab's own error" in run.error
    assert "Traceback" in run.log.filter(severity="error").first().message
    assert not Lock.objects.exists()


def test_a_full_disk_fails_the_run_with_a_sentence(notes, target):
    if connection.vendor != "sqlite":
        pytest.skip("Only SQLite can be told how large it may get.")
    run = notes.launch([target], {"duration": "5s"}, by=None)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages + 8}")

    ended(run)

    connection.close()
    assert run.state == State.FAILED
    assert "is full" in run.error
