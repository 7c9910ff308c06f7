"""The bulk load of narrow rows: every engine and kind of key, to both of its ends, on real servers."""

import pytest

from benchlab import mysql
from benchlab.definitions import Definition, Facts, Plan, catalog
from benchlab.engine import Access, Owner, rehearse
from benchlab.probes.snapshot import server_check as probe
from tests.mysql.engine.plans import Outcome, Runs, target

KEYS = ["none", "explicit", "auto without values", "auto with values", "unique"]


def facts_of(runs: Runs) -> Facts:
    return probe.inspect(runs.address)


def bulk_load(runs: Runs, **given: str) -> Plan:
    definition = Definition.parse(catalog.shipped()["bulk-load"])
    values = definition.values({"rows": "20k", **given})
    return definition.plan(values, revision=1, seed=3, servers=[target(runs.flavour)], facts=facts_of(runs))


def carried_out(runs: Runs, **given: str) -> Outcome:
    plan = bulk_load(runs, **given)
    return Outcome(plan, list(runs.events(plan)))


@pytest.fixture(autouse=True)
def loads_are_allowed(runs: Runs) -> None:
    """As the runner does it for the run."""
    with mysql.connected(runs.address) as admin:
        mysql.run(admin, "SET GLOBAL local_infile = 1")


@pytest.mark.parametrize("key", KEYS)
def test_every_kind_of_key_takes_all_rows_and_is_measured_to_both_ends(runs: Runs, key: str) -> None:
    outcome = carried_out(runs, key=key)

    assert outcome.error is None
    load = outcome.phases["bulk load"]
    assert load["rows"] == 20_000
    assert runs.value(outcome, "SELECT COUNT(*) FROM narrow") == 20_000
    assert load["details"]["flushed_s"] >= load["seconds"]
    assert load["details"]["flushed_by"].startswith("FLUSH TABLES FOR EXPORT")
    assert outcome.problems == []


@pytest.mark.parametrize("engine", ["InnoDB", "MyISAM", "Aria", "ROCKSDB"])
def test_sizes_are_those_of_the_table_whatever_its_engine(runs: Runs, engine: str) -> None:
    if engine not in facts_of(runs).engines:
        pytest.skip(f"this server has no {engine}")

    details = carried_out(runs, engine=engine).phases["bulk load"]["details"]

    assert details["bytes_sent"] > 20_000 * 30
    assert details["data_bytes"] > 0
    assert details["stored_bytes"] / 20_000 == details["bytes_per_row"]
    assert details["compression_ratio"] == details["bytes_sent"] / details["stored_bytes"]


@pytest.mark.parametrize("compression", ["rows", "pages"])
def test_compressed_innodb_is_smaller(runs: Runs, compression: str) -> None:
    plain, compressed = (
        carried_out(runs, compression=each, rows="200k").phases["bulk load"]["details"]
        for each in ("none", compression)
    )

    assert compressed["file_bytes"] < plain["file_bytes"]


def test_a_load_in_one_statement_is_one_and_in_many_are_many(runs: Runs) -> None:
    whole, parts = (carried_out(runs, rows="120k", statement=each) for each in ("all", "50k"))

    assert whole.phases["bulk load"]["statements"] == 1
    assert parts.phases["bulk load"]["statements"] == 3


def test_streams_write_the_same_rows_as_one(runs: Runs) -> None:
    digest = "SELECT SUM(CRC32(CONCAT_WS(',', id, account, booked, amount))) FROM narrow"

    sums = {runs.value(carried_out(runs, rows="50k", streams=streams), digest) for streams in ("1", "3")}

    assert len(sums) == 1


def test_rows_so_far_rise_to_all_of_them(runs: Runs) -> None:
    told = [second.sample.values["rows_so_far"] for second in carried_out(runs, rows="200k").seconds("phase:bulk load")]

    assert told == sorted(told)
    assert 0 < told[-1] <= 200_000


@pytest.mark.parametrize("key", ["explicit", "auto without values"])
def test_its_rehearsal_finds_nothing(runs: Runs, key: str) -> None:
    assert rehearse(bulk_load(runs, key=key), Access(runs.address), owner=Owner("tests", 7)) == []
