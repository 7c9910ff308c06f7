"""Bulk loads into MyRocks, whose plugin is loaded when the server starts."""

import os
from pathlib import Path

import pytest

from benchlab.definitions import Definition, catalog
from benchlab.probes.snapshot import server_check
from benchlab.sandbox import settings
from tests.conftest import MariaDBFactory
from tests.mysql.engine.plans import Outcome, Runs, target

FETCHED = Path(__file__).resolve().parents[4] / "var/sandboxes/.plugins"
PLUGINS = Path(os.environ.get("BENCHLAB_TEST_PLUGINS", FETCHED))


@pytest.fixture
def myrocks(mariadb_server: MariaDBFactory) -> Runs:
    options = settings.myrocks(PLUGINS)
    if not options:
        pytest.skip("no MyRocks here: bin/up and bin/test fetch it")
    server = mariadb_server(*(f"--{name.replace('_', '-')}={value}" for name, value in options.items()))
    return Runs(server.address, "MariaDB")


@pytest.mark.parametrize(
    ("bulk_loader", "statements"), [("true", {"LOAD DATA", "end of the bulk load"}), ("false", {"LOAD DATA"})]
)
def test_what_was_loaded_is_there_when_the_load_ends_and_has_a_size(
    myrocks: Runs, bulk_loader: str, statements: set[str]
) -> None:
    definition = Definition.parse(catalog.shipped()["bulk-load"])
    values = definition.values({"rows": "20k", "engine": "ROCKSDB", "streams": "2", "bulk_loader": bulk_loader})
    plan = definition.plan(
        values, revision=1, seed=3, servers=[target("MariaDB")], facts=server_check.inspect(myrocks.address)
    )

    outcome = Outcome(plan, list(myrocks.events(plan)))

    load = outcome.phases["bulk load"]
    details = load["details"]
    assert myrocks.value(outcome, "SELECT COUNT(*) FROM narrow") == 20_000
    assert (load["rows"], set(load["by_statement"])) == (20_000, statements)
    assert details["flushed_by"] == "rocksdb_force_flush_memtable_now"
    assert details["data_bytes"] > 0
    assert outcome.problems == []
