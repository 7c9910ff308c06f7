"""The compiled core against the reference in Python, on real servers."""

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from benchlab import mysql
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.engine.generator import compiled_core
from tests.mysql.engine.plans import INSERT, SELECT, Outcome, Runs, drive, load, one

pytest.importorskip("benchlab_core", reason="the compiled core could not be built here")

DIGEST = "SELECT COUNT(*), SUM(CRC32(CONCAT_WS(',', id, seller, amount))) FROM sale"
MIX = (
    one(INSERT, "write", weight=2),
    one(SELECT, "read", weight=1),
    Transaction(
        "order",
        1,
        (Statement("insert", INSERT), Statement("raise", "UPDATE sale SET amount = amount + 1 WHERE id = :known")),
    ),
)


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, runs are those of a machine on which the core was not built."""
    return lambda: monkeypatch.setattr(compiled_core, "is_built", lambda: False)


def counts(outcome: Outcome) -> dict[str, Any]:
    phase = outcome.phases["insert"]
    return {
        **{key: phase[key] for key in ("transactions", "statements", "rows", "errors")},
        "by_statement": {name: each["count"] for name, each in phase["by_statement"].items()},
        "acknowledged": phase["details"]["acknowledged"],
    }


def test_both_send_the_same_statements_for_the_same_seed(runs: Runs, in_python: Callable[[], None]):
    phases = load(1_000), drive(*MIX, count=2_000, clients=3)

    compiled = runs.carry_out(*phases)
    in_python()
    reference = runs.carry_out(*phases)

    assert [each.phases["insert"]["details"]["generator"] for each in (compiled, reference)] == ["compiled", "python"]
    assert counts(compiled) == counts(reference)
    assert runs.rows(compiled, DIGEST) == runs.rows(reference, DIGEST)


def test_both_count_transactions_that_fail_alike(runs: Runs, in_python: Callable[[], None]):
    fails = Statement("again", "INSERT INTO sale VALUES (1, 1, 1)")
    twice = Transaction("twice", 1, (Statement("insert", INSERT), fails))
    phases = load(1_000), drive(twice, one(SELECT, "read"), count=500, clients=3)

    compiled = runs.carry_out(*phases)
    in_python()
    reference = runs.carry_out(*phases)

    assert counts(compiled)["errors"]["1062"] > 100
    assert counts(compiled) == counts(reference)


def test_the_core_knows_what_an_ordinary_connection_says_and_not_a_compressed_one(any_server: mysql.Address):
    with closing(mysql.connect_raw(any_server)) as plain, closing(mysql.connect_raw(any_server, compress=1)) as packed:
        known = [compiled_core.speaks(each.client_flag) for each in (plain, packed)]

    assert known == [True, False]


@pytest.mark.parametrize(
    "flag", [compiled_core.RESULTS_WITHOUT_EOF, compiled_core.QUERY_ATTRIBUTES, compiled_core.OPTIONAL_METADATA]
)
def test_the_core_does_not_know_what_oracles_client_library_agrees_upon(flag: int):
    assert not compiled_core.speaks(flag)


def test_a_run_without_the_core_says_so(mariadb_runs: Runs, in_python: Callable[[], None]):
    in_python()

    outcome = mariadb_runs.carry_out(drive(count=100))

    assert any("driven by Python" in problem.message for problem in outcome.problems)


def test_prepared_statements_leave_the_same_rows_as_text(runs: Runs):
    mix = (*MIX, one("SELECT id, seller, amount FROM sale WHERE seller > :seller ORDER BY id LIMIT 20", "many"))

    text, prepared = (
        runs.carry_out(load(1_000), drive(*mix, count=2_000, clients=1, prepared=binary)) for binary in (False, True)
    )

    assert counts(prepared) == counts(text)
    assert runs.rows(prepared, DIGEST) == runs.rows(text, DIGEST)


def test_a_statement_that_can_not_be_prepared_fails_the_run_in_a_sentence(runs: Runs):
    outcome = runs.carry_out(drive(one("SELECT nothing FROM nowhere"), prepared=True))

    assert outcome.error
    assert "nowhere" in outcome.error.message


def test_prepared_statements_want_the_core(mariadb_runs: Runs, in_python: Callable[[], None]):
    in_python()

    outcome = mariadb_runs.carry_out(drive(count=100, prepared=True))

    assert outcome.error
    assert "takes the compiled core" in outcome.error.message


def test_encrypted_connections_are_left_to_libmariadb(mysql_runs: Runs):
    mysql_runs.address = replace(mysql_runs.address, tls=True)

    outcome = mysql_runs.carry_out(drive(count=100))

    assert outcome.phases["insert"]["details"]["generator"] == "python"
    assert any("encrypted" in problem.message for problem in outcome.problems)


def test_a_result_of_many_packets_is_read_in_full(runs: Runs):
    everything = one("SELECT * FROM sale", "read")

    outcome = runs.carry_out(load(20_000), drive(everything, count=10, clients=2))

    assert (outcome.error, outcome.phases["insert"]["rows"]) == (None, 200_000)


def test_a_statement_may_be_longer_than_a_packet(mariadb_runs: Runs):
    long = DrivePhase("insert", clients=1, count=2, transactions=(one(f"SELECT LENGTH('{'x' * 12_000_000}')"),))

    outcome = mariadb_runs.carry_out(long)

    assert (outcome.error, outcome.phases["insert"]["transactions"]) == (None, 2)
