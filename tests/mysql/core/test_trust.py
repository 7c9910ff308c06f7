"""What disturbs a run lowers its grade, and what a crash would cost is told of its own tables."""

import pytest

from benchlab import mysql
from benchlab.models import State
from benchlab.models.results import result_document
from tests.mysql.core.conftest import eventually, is_driving
from tests.mysql.core.test_execution import ended, in_background, one

SETTING = "innodb_flush_log_at_trx_commit"
PACED = """
name: paced
title: A rate that nobody can keep
tables:
  note: "CREATE TABLE note (id BIGINT AUTO_INCREMENT PRIMARY KEY) ENGINE={}"
phases:
  - drive: {{name: insert, clients: 1, rate: {}, for: 2s, transactions: {{write: [INSERT INTO note () VALUES ()]}}}}
"""


@pytest.fixture
def put_back(mariadb):
    before = one(mariadb, f"SELECT @@GLOBAL.{SETTING}")
    yield
    with mysql.connected(mariadb) as admin:
        mysql.run(admin, f"SET GLOBAL {SETTING} = {before}")


def test_somebody_changes_a_setting_meanwhile_and_puts_it_back(notes, target, mariadb, put_back):
    run = notes.launch([target], {"duration": "10s", "rows": "0"}, by=None)
    thread = in_background(run)
    eventually(lambda: is_driving(run), within_s=60, what="the run drives")

    with mysql.connected(mariadb) as admin:
        mysql.run(admin, f"SET GLOBAL {SETTING} = 0")
        eventually(lambda: run.chunks.filter(end_s__gte=7).exists(), within_s=60, what="a reading of the settings")
        mysql.run(admin, f"SET GLOBAL {SETTING} = 1")
    thread.join()

    run.refresh_from_db()
    assert (run.state, run.grade) == (State.FINISHED, "D"), run.error
    [reason] = [each for each in run.trust_reasons if SETTING in each]
    assert f"Settings of the server were changed during the run: {SETTING} from" in reason


def test_a_rate_that_can_not_be_kept_on_tables_that_are_not_crash_safe(target, notes):
    run = ended(type(notes).store(PACED.format("MyISAM", 2_000_000), by=None).launch([target], {}, by=None))

    assert run.state == State.FINISHED, run.error
    assert result_document.document(run)["trust"]["grade"] == "D"
    assert any("In the phase “insert” the rate was not kept" in reason for reason in run.trust_reasons)
    assert run.durability == "not crash-safe"
    assert "MyISAM tables have no transactions" in run.durability_reason
    assert abs(run.snapshot["start"]["clock"]["offset_ms"]) < 1000
