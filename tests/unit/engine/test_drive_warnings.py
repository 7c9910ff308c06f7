from dataclasses import replace

import pytest

from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.engine.phases.drive_warnings import DriveEvidence, warnings

READ = Transaction("read", 1, (Statement("read", "SELECT 1"),))
PHASE = DrivePhase("reads", clients=10, transactions=(READ,), duration_s=10.0)
GOOD = DriveEvidence(
    PHASE, lasted_s=10.0, transactions=1000, codes=[], missing_seconds=0, busy_share=0.79, starved_s=0.5, unstarted=0
)


def test_a_good_drive_is_not_warned_about():
    assert list(warnings(GOOD)) == []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"transactions": 0, "codes": ["1062"]}, "No transaction of the phase “reads” was acknowledged"),
        ({"missing_seconds": 3}, "3 seconds"),
        ({"busy_share": 0.8}, "The load generator was the limit in the phase “reads”: its processes used 80%"),
        ({"starved_s": 20.0}, "waited 2.0 s on average for statements"),
        ({"phase": replace(PHASE, rate_per_s=100.0), "unstarted": 11}, "the rate was not reached"),
    ],
)
def test_what_takes_from_the_figures_worth_is_said(changed: dict, said: str):
    [warning] = warnings(replace(GOOD, **changed))

    assert said in warning


def test_a_moment_at_the_start_of_a_short_drive_is_no_limit_of_the_generator():
    assert list(warnings(replace(GOOD, lasted_s=0.05, starved_s=0.9))) == []
