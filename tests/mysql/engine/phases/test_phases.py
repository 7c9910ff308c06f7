"""The other kinds of phases on real servers."""

from itertools import pairwise

import pytest

from benchlab.definitions.phases.check import CheckPhase, Condition
from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement
from benchlab.engine.events import PhaseStarted, Progress
from tests.mysql.engine.plans import SELECT, Outcome, Runs, drive, load, one

PARTITIONED = {
    "sale": "CREATE TABLE sale (id BIGINT, seller INT NOT NULL, amount DECIMAL(9,2), PRIMARY KEY (id, seller)) "
    "PARTITION BY RANGE (seller) SUBPARTITION BY HASH (id) SUBPARTITIONS 2 "
    "(PARTITION low VALUES LESS THAN (5000000), PARTITION high VALUES LESS THAN MAXVALUE)"
}
RESULT_KEYS = {
    "name",
    "kind",
    "parent",
    "started_s",
    "seconds",
    "warmup_s",
    "rows",
    "transactions",
    "statements",
    "errors",
    "per_second",
    "latency_ms",
    "by_statement",
    "details",
}


def sql(*texts: str, name: str = "steps") -> SqlPhase:
    return SqlPhase(name, tuple(Statement(f"step {number}", text) for number, text in enumerate(texts, 1)))


def test_every_phase_has_all_keys_of_the_result_document(runs: Runs):
    phases = load(1_000), drive(count=10), QueryPhase("read", SELECT), sql("ANALYZE TABLE sale")

    outcome = runs.carry_out(*phases, CheckPhase("fast", (Condition("insert", "per_second", ">", 0),)))

    assert list(outcome.phases) == ["create tables", "preload", "insert", "read", "steps", "fast"]
    assert all(result.keys() == RESULT_KEYS for result in outcome.phases.values())


def test_each_statement_of_sql_is_timed(mariadb_runs: Runs):
    trigger = "CREATE TRIGGER t AFTER INSERT ON sale FOR EACH ROW BEGIN SET @last = NEW.id; SET @at = '10:20:30'; END"

    phase = mariadb_runs.carry_out(load(1_000), sql(trigger, "UPDATE sale SET amount = 1 WHERE id <= 10")).phases[
        "steps"
    ]

    assert phase["rows"] == 10
    assert phase["by_statement"].keys() == {"step 1", "step 2"}
    assert phase["by_statement"]["step 2"]["latency_ms"]["max"] > 0


def test_the_warnings_of_sql_are_kept(mariadb_runs: Runs):
    phase = mariadb_runs.carry_out(sql("DROP TABLE IF EXISTS nothing")).phases["steps"]

    assert phase["details"]["notes"][0]["statement"] == "step 1"
    assert "Unknown table" in phase["details"]["notes"][0]["message"]


def test_a_long_statement_goes_on_telling(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(sql("DO SLEEP(2)"))

    told = [event.at_s for event in outcome.events if isinstance(event, Progress) and event.phase == "steps"]
    assert len(told) >= 4


def test_a_query_tells_its_shots_rows_plan_and_partitions(runs: Runs):
    query = QueryPhase("read", "SELECT * FROM sale WHERE seller = 1234567", repeat=3)

    phase = runs.carry_out(load(1_000), query, tables=PARTITIONED).phases["read"]

    details = phase["details"]
    assert (phase["statements"], len(details["shots"])) == (3, 3)
    assert details["partitions"] == {"sale": ["low_lowsp0", "low_lowsp1"]}
    assert details["plan"][0]["table"] == "sale"
    assert phase["latency_ms"]["max"] == pytest.approx(1_000 * max(details["shots"]))


def test_the_rows_of_a_query_are_all_that_were_read(runs: Runs):
    phase = runs.carry_out(load(1_000), QueryPhase("read", "SELECT * FROM sale LIMIT 70", repeat=2)).phases["read"]

    assert phase["rows"] == 140
    assert phase["details"]["rows_each"] == [70, 70]


def test_rows_are_inserted_in_batches_where_the_load_says_so(runs: Runs):
    outcome = runs.carry_out(load(1_050, method="insert", batch_rows=100, streams=2))

    assert runs.value(outcome, "SELECT COUNT(*) FROM sale") == 1_050
    assert outcome.phases["preload"]["statements"] == 11


def test_both_methods_write_the_same_rows(mariadb_runs: Runs):
    digest = "SELECT SUM(CRC32(CONCAT_WS(',', id, seller, amount))) FROM sale"

    loaded, inserted = (mariadb_runs.carry_out(load(2_000, method=method)) for method in ("load data", "insert"))

    assert mariadb_runs.value(loaded, digest) == mariadb_runs.value(inserted, digest)


def test_a_load_tells_rows_a_second_and_how_far_it_is(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(load(300_000))

    phase = outcome.phases["preload"]
    progress = [event.done for event in outcome.events if isinstance(event, Progress) and event.phase == "preload"]
    seconds = outcome.seconds("phase:preload")
    assert phase["per_second"] == phase["details"]["rows_per_second"] == pytest.approx(300_000 / phase["seconds"])
    assert progress[-1] == 300_000
    assert max(second.sample.values["rows_per_second"] for second in seconds) > 0


# At once


def at_once(runs: Runs, *phases) -> Outcome:
    return runs.carry_out(load(2_000), ParallelPhase("at once", phases))


def test_phases_at_once_overlap_and_name_their_parent(mariadb_runs: Runs):
    writers, readers = (
        drive(duration_s=2.0, clients=2),
        drive(one(SELECT, "read"), name="read", duration_s=2.0, clients=2),
    )

    phases = at_once(mariadb_runs, writers, readers).phases

    assert phases["insert"]["parent"] == phases["read"]["parent"] == "at once"
    assert abs(phases["insert"]["started_s"] - phases["read"]["started_s"]) <= 1
    assert phases["at once"]["seconds"] >= 2


def test_a_drive_without_an_end_stops_when_the_others_are_done(mariadb_runs: Runs):
    endless = drive(name="read", clients=2, duration_s=None, count=None)

    phases = at_once(mariadb_runs, endless, QueryPhase("slow", "SELECT SLEEP(2.5)")).phases

    assert 1 <= phases["read"]["seconds"] <= 5
    assert "cut_short" not in phases["read"]["details"]


def test_clients_of_drives_at_once_never_draw_the_same_key(mariadb_runs: Runs):
    several = [drive(name=f"insert {number}", count=500, clients=number) for number in (1, 2, 3)]

    outcome = at_once(mariadb_runs, load(1_000, name="more"), *several)

    assert outcome.error is None
    assert all(result["errors"] == {} for result in outcome.phases.values())
    assert mariadb_runs.value(outcome, "SELECT COUNT(DISTINCT id) FROM sale") == 4_500


def test_a_phase_that_fails_ends_those_beside_it(mariadb_runs: Runs):
    outcome = at_once(mariadb_runs, drive(duration_s=60.0), sql("DO SLEEP(1)", "SELECT nothing FROM sale"))

    assert outcome.error
    assert "“step 2” of the phase “steps”" in outcome.error.message
    assert outcome.phases["insert"]["seconds"] < 30


def test_events_come_in_the_order_of_their_time(mariadb_runs: Runs):
    outcome = at_once(mariadb_runs, drive(duration_s=2.0), drive(name="more", duration_s=2.0))

    started = [event.name for event in outcome.events if isinstance(event, PhaseStarted)]
    at_s = [event.at_s for event in outcome.events if not hasattr(event, "sample") and hasattr(event, "at_s")]
    assert started[:3] == ["create tables", "preload", "at once"]
    assert all(later > earlier - 0.1 for earlier, later in pairwise(at_s))


# Acceptances


@pytest.mark.parametrize(
    ("condition", "passed"),
    [
        (Condition("insert", "transactions", ">=", 100), True),
        (Condition("insert", "transactions", "<", 100), False),
        (Condition("insert", "details.acknowledged", "<=", 100), True),
        (Condition("insert", "latency_ms.nothing", ">", 0), False),
    ],
)
def test_a_check_judges_the_figures_of_an_earlier_phase(mariadb_runs: Runs, condition: Condition, passed: bool):
    outcome = mariadb_runs.carry_out(drive(count=100), CheckPhase("acceptance", (condition,)))

    (check,) = outcome.checks
    assert (check.name, check.passed) == ("acceptance", passed)
    assert check.limit == f"{condition.operator} {condition.limit:g}"


def test_the_tail_of_five_shots_is_null_with_the_reason(mariadb_runs: Runs):
    phase = mariadb_runs.carry_out(QueryPhase("read", "SELECT 1", repeat=5)).phases["read"]

    latency = phase["latency_ms"]
    assert [latency[name] for name in ("p90", "p95", "p99", "p999")] == [None] * 4
    assert latency["min"] <= latency["p50"] <= latency["max"]
    assert "p99 wants 1,000" in phase["details"]["null_percentiles"]
