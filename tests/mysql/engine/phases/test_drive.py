"""Drives on real servers: what is counted, and that it reconciles with the table."""

import pytest

from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.engine.events import PhaseStarted
from benchlab.engine.generator.phase_seconds import METRICS
from tests.mysql.engine.plans import INSERT, SELECT, Runs, drive, load, one

ORDER = Transaction(
    "order",
    1,
    (
        Statement("look", SELECT),
        Statement("insert", INSERT),
        Statement("update", "UPDATE sale SET amount = :amount WHERE id = :known"),
    ),
)


def test_the_table_holds_what_was_loaded_and_acknowledged(runs: Runs):
    outcome = runs.carry_out(load(5_000, streams=2), drive(duration_s=1.0, warmup_s=1.0))

    acknowledged = outcome.phases["preload"]["rows"] + outcome.phases["insert"]["details"]["acknowledged"]
    assert outcome.error is None
    assert runs.value(outcome, "SELECT COUNT(*) FROM sale") == acknowledged
    assert outcome.phases["insert"]["errors"] == {}


def test_figures_cover_the_window_and_acknowledged_covers_all(mariadb_runs: Runs):
    phase = mariadb_runs.carry_out(drive(duration_s=2.0, warmup_s=1.0)).phases["insert"]

    assert (phase["seconds"], phase["warmup_s"]) == (2.0, 1.0)
    assert phase["per_second"] == phase["transactions"] / 2.0
    assert phase["rows"] == phase["statements"] == phase["transactions"]
    assert phase["details"]["acknowledged"] > phase["transactions"]
    assert phase["by_statement"]["insert"]["count"] == phase["statements"]


def test_every_second_is_told_once_and_in_order(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(drive(duration_s=3.0, warmup_s=1.0))

    seconds = outcome.seconds("phase:insert")
    first = seconds[0].sample.at_s
    assert [second.sample.at_s - first for second in seconds] == [0, 1, 2, 3]
    assert [second.warmup for second in seconds] == [True, False, False, False]
    counted = sum(second.sample.values["per_second"] for second in seconds if not second.warmup)
    assert counted == outcome.phases["insert"]["transactions"]


def test_samples_hold_known_metrics_only(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(load(1_000), drive(duration_s=1.0, rate_per_s=200.0))

    sources = ["phase:preload", "phase:insert", "generator"]
    names = {name for source in sources for second in outcome.seconds(source) for name in second.sample.values}
    assert names <= METRICS.keys()
    assert {"per_second", "p99_ms", "behind", "service_p99_ms", "rows_per_second", "cpu_percent"} <= names


def test_a_count_is_done_to_the_last_transaction(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(drive(count=1_001, clients=3))

    phase = outcome.phases["insert"]
    assert phase["transactions"] == 1_001
    assert mariadb_runs.value(outcome, "SELECT COUNT(*) FROM sale") == 1_001
    assert phase["per_second"] == pytest.approx(1_001 / phase["seconds"])


def test_a_sequence_goes_on_from_phase_to_phase(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(
        load(12_345, streams=3), drive(count=1_000, clients=4), drive(count=500, clients=2, name="again")
    )

    ids = mariadb_runs.rows(outcome, "SELECT COUNT(*), COUNT(DISTINCT id), MIN(id), MAX(id) FROM sale")
    assert ids == [(13_845, 13_845, 1, 13_845)]


def test_the_same_seed_makes_the_same_rows(mariadb_runs: Runs):
    phases = load(11_000, streams=2), drive(count=1_000)
    digest = "SELECT COUNT(*), SUM(CRC32(CONCAT_WS(',', id, seller, amount))) FROM sale"

    first, second, other = (mariadb_runs.carry_out(*phases, seed=seed) for seed in (5, 5, 6))

    assert mariadb_runs.rows(first, digest) == mariadb_runs.rows(second, digest)
    assert mariadb_runs.rows(first, digest) != mariadb_runs.rows(other, digest)


def test_the_rows_do_not_depend_on_the_number_of_streams(mariadb_runs: Runs):
    digest = "SELECT SUM(CRC32(CONCAT_WS(',', id, seller, amount))) FROM sale"

    one_stream, three = (mariadb_runs.carry_out(load(35_000, streams=streams)) for streams in (1, 3))

    assert mariadb_runs.value(one_stream, digest) == mariadb_runs.value(three, digest)


def test_a_transaction_is_all_its_statements_and_one_commit(runs: Runs):
    outcome = runs.carry_out(load(1_000), drive(ORDER, count=200, clients=2))

    phase = outcome.phases["insert"]
    assert (phase["transactions"], phase["statements"]) == (200, 600)
    assert {name: each["count"] for name, each in phase["by_statement"].items()} == {
        "look": 200,
        "insert": 200,
        "update": 200,
    }
    assert runs.value(outcome, "SELECT COUNT(*) FROM sale") == 1_200


def test_weights_say_how_often_a_transaction_comes(mariadb_runs: Runs):
    mix = one(INSERT, "write", weight=1), one(SELECT, "read", weight=3)

    phase = mariadb_runs.carry_out(load(1_000), drive(*mix, count=4_000)).phases["insert"]

    assert phase["by_statement"]["read"]["count"] == pytest.approx(3_000, rel=0.1)
    assert phase["rows"] == 4_000


def test_errors_are_counted_by_code_and_are_no_transactions(runs: Runs):
    phase = runs.carry_out(drive(one("INSERT INTO sale VALUES (:known, 1, 1)"), count=3_000)).phases["insert"]

    assert phase["transactions"] == 3_000 - phase["errors"]["1062"]
    assert phase["transactions"] <= 1_000
    assert phase["details"]["all_errors"] == phase["errors"]


def test_a_phase_says_when_it_begins_and_how_long_it_will_take(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(drive(duration_s=1.0, warmup_s=0.5))

    started = next(event for event in outcome.events if isinstance(event, PhaseStarted) and event.name == "insert")
    assert (started.kind, started.expected_s) == ("drive", 1.5)


def test_the_generator_tells_its_own_cpu(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(drive(duration_s=2.0))

    shares = [second.sample.values["cpu_percent"] for second in outcome.seconds("generator")]
    assert len(shares) == 2
    assert all(0 < share <= 110 for share in shares)
    assert outcome.phases["insert"]["details"]["client_cpu_us_per_statement"] > 1


def test_more_clients_than_work_is_no_trouble(mariadb_runs: Runs):
    phase = mariadb_runs.carry_out(drive(count=3, clients=40)).phases["insert"]

    assert phase["transactions"] == 3


def crossed(first: int, second: int) -> Transaction:
    """Two of these the other way round lock each other out."""
    update = "UPDATE sale SET amount = amount + 1 WHERE id = {}"
    steps = update.format(first), "DO SLEEP(0.01)", update.format(second)
    return Transaction(f"{first} then {second}", 1, tuple(Statement(f"{step} {first}", step) for step in steps))


def test_deadlocks_are_counted_and_no_transaction(runs: Runs):
    drives = drive(crossed(1, 2), crossed(2, 1), count=60, clients=4)

    phase = runs.carry_out(load(10), drives).phases["insert"]

    assert phase["errors"]["1213"] > 0
    assert phase["transactions"] == 60 - phase["errors"]["1213"]
    assert phase["details"]["retries"] == 0


def test_a_deadlock_is_tried_again_where_the_phase_says_so(runs: Runs):
    drives = drive(crossed(1, 2), crossed(2, 1), count=60, clients=4, retries=20)

    zeroed = SqlPhase("zero", (Statement("zero", "UPDATE sale SET amount = 0"),))

    outcome = runs.carry_out(load(10), zeroed, drives)

    phase = outcome.phases["insert"]
    assert phase["transactions"] == 60
    assert phase["details"]["retries"] == phase["errors"]["1213"] > 0
    # Each of the 60 added 1 to both rows, however often it was tried.
    assert runs.value(outcome, "SELECT SUM(amount) FROM sale WHERE id <= 2") == 120


def test_a_drive_in_which_nothing_works_says_so(mariadb_runs: Runs):
    outcome = mariadb_runs.carry_out(load(1_000), drive(one("INSERT INTO sale VALUES (1, 1, 1)"), count=20))

    assert any("No transaction" in problem.message and "1062" in problem.message for problem in outcome.problems)


def test_rows_of_a_transaction_that_failed_are_not_counted(mariadb_runs: Runs):
    twice = (Statement("first", INSERT), Statement("second", "INSERT INTO sale VALUES (1, 1, 1)"))

    outcome = mariadb_runs.carry_out(load(1), drive(Transaction("both", 1, twice), duration_s=1.0))

    phase = outcome.phases["insert"]
    assert phase["errors"]["1062"] > 0
    assert (phase["transactions"], phase["rows"]) == (0, 0)
    assert mariadb_runs.value(outcome, "SELECT COUNT(*) FROM sale") == 1


def test_many_errors_are_a_warning_with_their_share(mariadb_runs: Runs):
    twice = one("INSERT INTO sale VALUES (:known, :seller, :amount)")

    outcome = mariadb_runs.carry_out(drive(twice, duration_s=2.0))

    phase = outcome.phases["insert"]
    errors = phase["errors"]["1062"]
    share = errors / (errors + phase["transactions"])
    (said,) = [each.message for each in outcome.problems if "ended in an error" in each.message]
    assert said.startswith(f"{share:.1%} of the transactions of the phase “insert”")
    assert f"{errors:,} of code 1062" in said
