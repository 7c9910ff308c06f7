"""The purge of the study of sell transactions, carried out in small: what each way removes, and what writers feel."""

from typing import Any

from benchlab import mysql
from benchlab.definitions import Definition, catalog
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.engine import Access, Owner, rehearse
from benchlab.engine.places.global_settings import apply, needed_settings, read
from benchlab.probes.snapshot import server_check as probe
from tests.mysql.engine.plans import Outcome, Runs, target

SMALL = {
    "preload": "1k",
    "sellers": "200",
    "clients": "2",
    "duration": "1s",
    "warmup": "0s",
    "reads": "0s",
    "acceptance": "0s",
    "purge": "300",
    "purge_rate": "50",
    "reader": "2s",
}
PURGED = {"DELETE": 300, "DELETE from the partition": 300, "DELETE beside a read": 300}


def carried_out(runs: Runs, **given: str) -> Outcome:
    """With the settings that the plan needs, put back afterwards, as a runner does."""
    facts = probe.inspect(runs.address)
    definition = Definition.parse(catalog.shipped()["sell-transactions"])
    values = definition.values({**SMALL, **given})
    plan = definition.plan(values, revision=1, seed=3, servers=[target(facts.flavour)], facts=facts)
    settings = needed_settings(plan, facts)
    with mysql.connected(runs.address) as admin:
        before = read(admin, settings)
        apply(admin, settings)
        assert rehearse(plan, Access(runs.address), owner=Owner("tests", 7)) == []
        outcome = Outcome(plan, list(runs.events(plan)))
        apply(admin, before)
    assert outcome.error is None
    return outcome


def actions(outcome: Outcome, phase: str) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = outcome.phases[phase]["details"]["actions"]
    return told


def assert_reconciles(runs: Runs, outcome: Outcome) -> None:
    drives = [phase.name for phase in outcome.plan.all_phases() if isinstance(phase, DrivePhase)]
    acknowledged = sum(outcome.phases[name]["details"]["acknowledged"] for name in drives)
    [(rows, amount)] = runs.rows(outcome, "SELECT COUNT(*), SUM(amount) FROM `transaction`")
    assert rows == 1000 + acknowledged
    assert amount == runs.value(outcome, "SELECT SUM(amount_summary) FROM daily_sell_amount_summary")


def test_every_way_purges_the_same_rows_and_a_bounded_wait_gives_up(runs: Runs) -> None:
    outcome = carried_out(runs, layout="month")

    assert all(check.passed for check in outcome.checks)
    assert outcome.phases["rows to purge"]["details"]["answer"] == {"least": 300, "most": 300, "months": 6}
    assert {name: outcome.phases[name]["rows"] for name in PURGED} == PURGED
    [waited] = actions(outcome, "purge by TRUNCATE PARTITION behind a long read")
    assert waited["felt"][0]["stall_s"] > 1
    bounded, repeated = actions(outcome, "purge by TRUNCATE PARTITION with a bounded lock wait")
    assert "error 1205" in bounded["error"]
    assert repeated["error"] == ""
    assert outcome.phases["why no month is dropped"]["errors"] == {"1493": 1}
    assert_reconciles(runs, outcome)


def test_ranges_of_dates_are_pruned_and_their_months_can_be_dropped(mariadb_runs: Runs) -> None:
    outcome = carried_out(mariadb_runs, layout="date", dates="year")

    touched = outcome.phases["seller details idle"]["details"]["partitions"]["transaction"]
    assert touched == ["p2026_05"]
    assert len(outcome.phases["one seller, all dates"]["details"]["partitions"]["transaction"]) == 17
    gone = "SELECT COUNT(*) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE()"
    assert mariadb_runs.value(outcome, f"{gone} AND TABLE_NAME = 'transaction'") == 16
    assert all(check.passed for check in outcome.checks)
