"""Indexes made by myisamchk beside the server, and what the maintenance of tables answers."""

import threading
from pathlib import Path

import pytest

from benchlab import myisamchk, mysql
from benchlab.definitions.phases.myisamchk import MyisamchkPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.size import SizePhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement
from benchlab.engine import Patience
from benchlab.engine.events import Event, PhaseStarted
from tests.mysql.engine.plans import Outcome, Runs, load, plan

COLUMNS = "id BIGINT NOT NULL, seller INT NOT NULL, amount DECIMAL(9,2), PRIMARY KEY (id, seller), INDEX (amount)"
WHOLE = {"sale": f"CREATE TABLE sale ({COLUMNS}) ENGINE=MyISAM"}
CUT = {"sale": f"{WHOLE['sale']} PARTITION BY HASH (seller) PARTITIONS 3"}
LOOKUP = QueryPhase("look up", "SELECT COUNT(*) AS counted FROM sale FORCE INDEX (amount) WHERE amount > 0")
with_myisamchk = pytest.mark.skipif(myisamchk.program() is None, reason="no myisamchk here: bin/test fetches it")


def steps(*statements: str) -> SqlPhase:
    return SqlPhase("steps", tuple(Statement(f"step {number}", sql) for number, sql in enumerate(statements, 1)))


def keys(what: str) -> MyisamchkPhase:
    return MyisamchkPhase(f"{what} keys", "sale", what)  # type: ignore[arg-type]


def index_bytes(runs: Runs, outcome: Outcome) -> int:
    """Of the files of the table."""
    with mysql.connected(runs.address) as admin:
        datadir = Path(mysql.rows(admin, "SELECT @@datadir")[0][0])
    return sum(file.stat().st_size for file in (datadir / outcome.plan.servers[0].schema).glob("sale*.MYI"))


@with_myisamchk
@pytest.mark.parametrize("tables", [WHOLE, CUT], ids=["whole", "partitioned"])
def test_indexes_are_put_off_for_a_load_and_made_afterwards(mariadb_runs: Runs, tables: dict[str, str]) -> None:
    unindexed = mariadb_runs.carry_out(keys("disable"), load(5_000), tables=tables)
    without = index_bytes(mariadb_runs, unindexed)
    whole = mariadb_runs.carry_out(keys("disable"), load(5_000), keys("enable"), LOOKUP, tables=tables)

    assert unindexed.problems == whole.problems == []
    assert index_bytes(mariadb_runs, whole) > 4 * without
    assert whole.phases["look up"]["details"]["answer"] == {"counted": 5_000}
    assert whole.phases["enable keys"]["details"]["files"] == (1 if tables is WHOLE else 3)


@with_myisamchk
def test_a_step_of_the_stored_account_may_take_its_time(mariadb_runs: Runs, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run's own account does not see its connection, which is no sign that it is lost."""
    monkeypatch.setattr(mariadb_runs, "patience", Patience(with_an_answer_s=0.1))
    made = plan(load(100), steps("DO SLEEP(1)"), keys("enable"), tables=WHOLE)
    told: list[Event] = []

    with mysql.connected(mariadb_runs.address) as reader:
        for event in mariadb_runs.events(made):
            told.append(event)
            if isinstance(event, PhaseStarted) and event.name == "steps":
                mysql.run(reader, f"LOCK TABLES {made.servers[0].schema}.sale READ")
            if isinstance(event, PhaseStarted) and event.name == "enable keys":
                threading.Timer(1.5, lambda: mysql.run(reader, "UNLOCK TABLES")).start()

    assert Outcome(made, told).problems == []
    assert "enable keys" in Outcome(made, told).phases


@with_myisamchk
def test_a_table_of_another_engine_is_left_alone(mariadb_runs: Runs) -> None:
    outcome = mariadb_runs.carry_out(keys("enable"))

    assert outcome.error
    assert "are not MyISAM files" in outcome.error.message


def test_a_check_that_answers_with_an_error_fails_its_phase(mariadb_runs: Runs) -> None:
    outcome = mariadb_runs.carry_out(load(5_000), steps("CHECK TABLE sale, missing"), tables=WHOLE)

    assert outcome.error
    assert "“step 1” of the phase “steps” failed: the server answered" in outcome.error.message
    assert "missing' doesn't exist" in outcome.error.message


def test_maintenance_that_does_something_else_is_told(mariadb_runs: Runs) -> None:
    outcome = mariadb_runs.carry_out(load(100), steps("OPTIMIZE TABLE sale", "ANALYZE TABLE sale"))

    assert outcome.error is None
    [problem] = outcome.problems
    assert "doing recreate + analyze instead" in problem.message


def test_the_size_of_a_table_is_told_as_reported_and_as_its_files_take(runs: Runs) -> None:
    details = runs.carry_out(load(20_000), SizePhase("size", "sale")).phases["size"]["details"]

    assert details["total_bytes"] == details["data_bytes"] + details["index_bytes"] > 500_000
    assert details["file_bytes"] > 500_000
    assert details["file_bytes_are"]
