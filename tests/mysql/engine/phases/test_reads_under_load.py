"""Queries in a parallel are taken while its drives are at work."""

from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.query import QueryPhase
from tests.mysql.engine.plans import SELECT, Runs, drive, load, one


def test_reads_are_spread_over_the_time_in_which_writers_write(mariadb_runs: Runs) -> None:
    reads = QueryPhase("read", "SELECT COUNT(*) FROM sale", repeat=3, after_s=0.5, every_s=0.5)
    both = ParallelPhase("both", (drive(duration_s=3.0, clients=2), reads))

    phases = mariadb_runs.carry_out(load(100), both).phases

    writing, reading = phases["insert"], phases["read"]
    assert reading["started_s"] >= writing["started_s"]
    assert 1.5 <= reading["seconds"] < 3.0
    assert len(set(phases["read"]["details"]["shots"])) == 3


def test_a_drive_that_fails_ends_the_reads_that_wait_for_it(mariadb_runs: Runs) -> None:
    reads = QueryPhase("read", SELECT.replace(":known", "1"), repeat=100, every_s=1.0)
    endless = drive(one("INSERT INTO no_such_table VALUES (1)"), clients=5_000, name="too many", count=10)

    outcome = mariadb_runs.carry_out(load(10), ParallelPhase("both", (endless, reads)))

    assert outcome.error is not None
    assert "read" not in outcome.phases
