"""The shipped definitions, from their text to the reconciled table."""

import dataclasses

import pytest

from benchlab import mysql
from benchlab.definitions import Definition, catalog
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.server_facts import Facts
from benchlab.engine import Access, Owner, rehearse
from benchlab.engine.places.global_settings import apply, needed_settings, read
from tests.mysql.engine.plans import Outcome, Runs, target

SHORT = {
    "preload": "5k",
    "sellers": "200",
    "duration": "2s",
    "warmup": "1s",
    "reads": "2s",
    "acceptance": "2s",
    "rate": "200",
    "purge": "0",
}


def facts_of(runs: Runs) -> Facts:
    with mysql.connected(runs.address) as admin:
        version, log_bin, local = mysql.rows(admin, "SELECT VERSION(), @@log_bin, @@local_infile")[0]
    return Facts(
        flavour="MariaDB" if "MariaDB" in version else "MySQL",
        version=version,
        engines=("InnoDB", "MyISAM"),
        hostname="here",
        machine="here",
        local=True,
        datadir="",
        binary_log=bool(log_bin),
        local_infile=bool(local),
        max_connections=150,
        open_files_limit=20_000,
    )


def study_1(runs: Runs, **values: str) -> Plan:
    definition = Definition.parse(catalog.shipped()["sell-transactions"])
    given = definition.values({**SHORT, **values})
    return definition.plan(given, revision=1, seed=3, servers=[target(runs.flavour)], facts=facts_of(runs))


def carried_out(runs: Runs, plan: Plan) -> Outcome:
    """With the settings that the plan needs, put back afterwards, as a runner does."""
    settings = needed_settings(plan, facts_of(runs))
    with mysql.connected(runs.address) as admin:
        before = read(admin, settings)
        apply(admin, settings)
        outcome = Outcome(plan, list(runs.events(plan)))
        apply(admin, before)
    return outcome


@pytest.mark.parametrize("layout", ["month-seller", "unpartitioned"])
def test_study_1_reconciles_with_its_tables(runs: Runs, layout: str):
    outcome = carried_out(runs, study_1(runs, layout=layout))

    assert outcome.error is None
    drives = [result for result in outcome.phases.values() if result["kind"] == "drive"]
    acknowledged = sum(drive["details"]["acknowledged"] for drive in drives)
    assert runs.value(outcome, "SELECT COUNT(*) FROM `transaction`") == 5_000 + acknowledged
    sums = "SELECT SUM(amount) FROM `transaction`", "SELECT SUM(amount_summary) FROM daily_sell_amount_summary"
    assert runs.value(outcome, sums[0]) == runs.value(outcome, sums[1])
    assert all(drive["errors"] == {} for drive in drives)
    assert len(outcome.checks) == 2


def test_study_1_reads_touch_the_partitions_of_their_day(mariadb_runs: Runs):
    outcome = carried_out(mariadb_runs, study_1(mariadb_runs))

    touched = outcome.phases["best sellers idle"]["details"]["partitions"]["daily_sell_amount_summary"]
    assert {name.partition("_")[0] for name in touched} == {"d10"}
    assert outcome.phases["best sellers loaded"]["parent"] == "reads under inserts"


def test_study_1_can_be_rehearsed(runs: Runs):
    plan = study_1(runs)

    assert rehearse(plan, Access(runs.address), owner=Owner("tests", 7)) == []


def test_the_plan_survives_its_stored_form(mariadb_runs: Runs):
    plan = study_1(mariadb_runs, trigger="false")
    stored = dataclasses.replace(Plan.from_json(plan.to_json()), servers=(target("MariaDB"),))

    outcome = carried_out(mariadb_runs, stored)

    assert outcome.error is None
