"""Statements beside running clients: what they felt, and refusals that the definition foresaw."""

from typing import Any

from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement
from tests.mysql.engine.plans import Runs, drive, load

DDL = Statement("shrink", "ALTER TABLE sale COMMENT = 'shorter'")
LOCKED = 1205


def behind_a_reader(reader_s: float, **settings: Any) -> ParallelPhase:
    """A statement that waits for a reader's metadata lock while clients insert."""
    writers = drive(clients=2, duration_s=None, count=None, rate_per_s=100.0)
    reader = QueryPhase("read", f"SELECT SLEEP({reader_s}) FROM sale LIMIT 1", after_s=0.5)
    return ParallelPhase("purge", (writers, reader, SqlPhase("act", (DDL,), after_s=1.0, **settings)), tail_s=1.0)


def test_writers_stall_behind_ddl_that_waits_for_a_reader(runs: Runs) -> None:
    outcome = runs.carry_out(load(100), behind_a_reader(3.0))

    assert outcome.error is None
    [acted] = outcome.phases["purge"]["details"]["actions"]
    [felt] = acted["felt"]
    took_s = acted["ended_s"] - acted["began_s"]
    assert took_s > 1
    assert took_s - 0.5 < felt["stall_s"]
    assert felt["longest_ms"] > 1000 * (felt["stall_s"] - 0.5)
    assert not felt["partly"]
    assert outcome.phases["purge"]["details"]["stall_s"] == felt["stall_s"]


def test_a_refusal_that_was_foreseen_is_a_result_and_the_next_statement_follows(runs: Runs) -> None:
    bounded = behind_a_reader(3.0, session={"lock_wait_timeout": "1"}, may_fail=(LOCKED,))

    outcome = runs.carry_out(load(100), bounded)

    assert outcome.error is None
    result = outcome.phases["act"]
    assert result["errors"] == {"1205": 1}
    assert "another session holds it" in result["details"]["refused"][0]["message"]
    assert outcome.phases["purge"]["details"]["actions"][0]["rows"] is None


def test_any_other_refusal_ends_the_run(mariadb_runs: Runs) -> None:
    outcome = mariadb_runs.carry_out(SqlPhase("act", (Statement("no", "DROP TABLE nothing"),), may_fail=(LOCKED,)))

    assert outcome.error is not None


def test_drives_go_on_for_the_tail(mariadb_runs: Runs) -> None:
    writers = drive(clients=2, duration_s=None, count=None)
    both = ParallelPhase("both", (writers, QueryPhase("read", "SELECT 1")), tail_s=2.0)

    assert mariadb_runs.carry_out(both).phases["insert"]["seconds"] >= 2


def test_statements_keep_their_distance_and_have_their_session(mariadb_runs: Runs) -> None:
    stamp = "INSERT INTO seen VALUES (NOW(6), @@lock_wait_timeout)"
    tables = {"seen": "CREATE TABLE seen (at DATETIME(6), waits INT)"}
    twice = SqlPhase(
        "twice", (Statement("a", stamp), Statement("b", stamp)), every_s=1.0, session={"lock_wait_timeout": "7"}
    )

    outcome = mariadb_runs.carry_out(twice, tables=tables)

    spread = "SELECT TIMESTAMPDIFF(MICROSECOND, MIN(at), MAX(at)), MIN(waits), MAX(waits) FROM seen"
    [(apart_us, *waits)] = mariadb_runs.rows(outcome, spread)
    assert apart_us > 900_000
    assert waits == [7, 7]
    assert outcome.phases["twice"]["seconds"] < apart_us / 1e6
