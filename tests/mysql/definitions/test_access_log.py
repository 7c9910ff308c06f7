"""The study of an access log with and without partitions, carried out in small on MariaDB and on MySQL."""

from collections.abc import Iterator

import pytest

from benchlab import myisamchk
from benchlab.definitions import Definition, Plan, catalog
from benchlab.definitions.phases.repeat import of
from benchlab.mysql import Address
from benchlab.probes.snapshot import server_check as probe
from tests.mysql.engine.plans import Outcome, Runs, target

SMALL = {
    "rows": "4k",
    "shots": "2",
    "inserts": "100",
    "week_inserts": "100",
    "clients": "5",
    "client_inserts": "10",
    "selects": "200",
    "months": "1",
    "ranges": "2",
    "domains": "5",
    "caches": "server",
}
ALL = [f"p{month}" for month in range(1, 13)]
TOUCHED = {
    "one id": ALL,
    "March, half open": ["p3"],
    "March, to the first of April": ["p3", "p4"],
    "March, by MONTH()": ALL,
    "from March to April": ["p3", "p4"],
    "one domain": ALL,
}


def study(server: Address, **given: str) -> Plan:
    facts = probe.inspect(server)
    definition = Definition.parse(catalog.shipped()["access-log-partitioning"])
    values = definition.values({**SMALL, **given})
    return definition.plan(values, revision=1, seed=3, servers=[target(facts.flavour)], facts=facts)


def carried_out(runs: Runs, **given: str) -> Outcome:
    plan = study(runs.address, **given)
    return Outcome(plan, list(runs.events(plan)))


def figure_of(outcome: Outcome, phase: str) -> int:
    counted: int = outcome.phases[phase]["details"]["answer"]["counted"]
    return counted


@pytest.fixture(scope="module")
def server_runs(any_server: Address) -> Iterator[Runs]:
    made = Runs(any_server, probe.inspect(any_server).flavour)
    yield made
    made.clean_up()


@pytest.fixture(scope="module")
def partitioned(server_runs: Runs) -> Outcome:
    """Looked at from several sides, because it takes its time."""
    return carried_out(server_runs, layout="month")


def test_every_test_of_the_study_is_shot_as_often_as_asked(partitioned: Outcome) -> None:
    assert partitioned.error is None
    assert {phase.name for phase in partitioned.plan.all_phases()} <= set(partitioned.phases)
    for name in ("insert in the last week", "many clients over the year", "bulk load", "by id", "per month"):
        assert of(name, partitioned.phases) == [name, f"{name}, shot 2"]


def test_queries_touch_the_partitions_that_their_conditions_name(partitioned: Outcome) -> None:
    touched = {name: partitioned.phases[name]["details"]["partitions"]["access_log"] for name in TOUCHED}

    assert touched == TOUCHED


def test_counts_reconcile_with_what_was_loaded_deleted_and_dropped(partitioned: Outcome, server_runs: Runs) -> None:
    assert figure_of(partitioned, "rows") == 4000
    assert figure_of(partitioned, "March, half open") == figure_of(partitioned, "March, by MONTH()") > 0
    assert partitioned.phases["by id"]["rows"] == 200
    assert all(check.passed for check in partitioned.checks)

    months = server_runs.rows(partitioned, "SELECT DISTINCT MONTH(datetime) FROM access_log ORDER BY 1")
    assert months == [(6,), (8,), (9,), (10,), (11,), (12,)]


def test_reads_on_a_server_that_is_no_sandbox_are_said_to_be_warm(partitioned: Outcome) -> None:
    assert partitioned.phases["restart before by id"]["details"] == {"restarted": False, "cache": "warm"}
    assert partitioned.phases["by id, shot 2"]["details"]["cache"] == "warm"
    assert "cache" not in partitioned.phases["one id"]["details"]
    assert any("warm caches" in problem.message for problem in partitioned.problems)


def test_the_size_is_told_as_the_server_reports_it_and_as_its_files_take(partitioned: Outcome) -> None:
    size = partitioned.phases["size"]["details"]

    assert size["index_bytes"] > 0
    # InnoDB gives each partition room that it does not report.
    assert size["file_bytes"] > size["total_bytes"] > 0


def test_without_partitions_a_month_is_deleted_and_the_rest_named_as_not_applicable(runs: Runs) -> None:
    outcome = carried_out(runs, layout="unpartitioned", shots="1", cold="false")

    assert outcome.error is None
    assert {"maintain a partition", "drop months"} <= set(outcome.plan.left_out)
    assert runs.value(outcome, "SELECT COUNT(*) FROM access_log WHERE datetime < '2012-04-01'") == 0


def test_partitioned_myisam_puts_its_indexes_off_and_repairs_a_partition(mariadb_runs: Runs) -> None:
    outcome = carried_out(mariadb_runs, layout="month", engine="MyISAM", shots="1", cold="false")

    assert outcome.error is None
    assert {"disable keys", "enable keys", "optimize and repair a partition"} <= set(outcome.phases)
    assert outcome.plan.left_out["enable keys by myisamchk"] == "not applicable: ALTER TABLE does it"
    assert not [problem.message for problem in outcome.problems]


@pytest.mark.skipif(myisamchk.program() is None, reason="no myisamchk here: bin/test fetches it")
def test_unpartitioned_myisam_gets_its_indexes_from_myisamchk_as_in_the_study(mariadb_runs: Runs) -> None:
    outcome = carried_out(mariadb_runs, layout="unpartitioned", engine="MyISAM", shots="1", cold="false")

    assert outcome.error is None
    assert {"disable keys by myisamchk", "enable keys by myisamchk"} <= set(outcome.phases)
    assert outcome.phases["by id"]["rows"] == 200
    assert "enable keys" in outcome.plan.left_out
