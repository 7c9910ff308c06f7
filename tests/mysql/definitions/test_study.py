"""The shipped study from its text to reconciled tables, on a real server."""

import pytest

from benchlab.definitions import Definition, catalog
from benchlab.definitions.plan import DrivePhase
from benchlab.mysql import Address
from benchlab.probes import facts as probe
from tests.mysql.engine.plans import Outcome, Runs, target

SHORT = {"preload": "2k", "sellers": "500", "clients": "4", "duration": "1s", "warmup": "0.5s", "reads": "1s"}


@pytest.fixture
def outcome(mariadb: Address, mariadb_runs: Runs) -> Outcome:
    facts = probe.inspect(mariadb)
    definition = Definition.parse(catalog.shipped()["sell-transactions"])
    values = definition.values({**SHORT, "acceptance": "1s", "rate": "200", "layout": "month"})
    plan = definition.plan(values, revision=1, seed=3, servers=[target(facts.flavour)], facts=facts)
    return Outcome(plan, list(mariadb_runs.events(plan)))


def test_its_rows_and_sums_reconcile_with_what_was_acknowledged(outcome: Outcome, mariadb_runs: Runs) -> None:
    assert outcome.error is None
    assert {phase.name for phase in outcome.plan.all_phases()} <= set(outcome.phases)

    drives = [phase.name for phase in outcome.plan.all_phases() if isinstance(phase, DrivePhase)]
    acknowledged = sum(outcome.phases[name]["details"]["acknowledged"] for name in drives)
    [(rows, amount)] = mariadb_runs.rows(outcome, "SELECT COUNT(*), SUM(amount) FROM `transaction`")
    assert rows == 2000 + acknowledged
    assert amount == mariadb_runs.value(outcome, "SELECT SUM(amount_summary) FROM daily_sell_amount_summary")
