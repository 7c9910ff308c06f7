"""What `bin/down` does to runs before it stops the processes."""

import pytest

from benchlab.management.commands.cancel_all import STOP_WITHIN_S, cancel_all, still_running
from benchlab.models import AuditEntry, Run, State
from tests import factories


class Clock:
    """It goes on by what is slept."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds


@pytest.fixture
def running() -> list[Run]:
    return [factories.make_run(State.RUNNING, seconds=3) for _ in range(3)]


def test_runs_that_wait_end_and_those_that_run_are_asked_to(running):
    waiting = factories.make_run(State.QUEUED)

    cancel_all(reason="bin/down")

    waiting.refresh_from_db()
    assert (waiting.state, waiting.canceller) == (State.CANCELLED, "bin/down")
    assert not Run.objects.running().filter(cancel_requested_at=None).exists()
    assert AuditEntry.objects.filter(action="cancelled").count() == 4


def test_hundreds_that_wait_are_ended_by_one_statement(running, django_assert_max_num_queries):
    for _ in range(20):
        factories.make_run(State.QUEUED)

    with django_assert_max_num_queries(23 + 6):  # An entry in the audit log for each.
        cancel_all(reason="bin/down")


def test_all_that_do_not_stop_are_waited_for_together(running):
    clock = Clock()

    left = still_running(STOP_WITHIN_S, clock=clock, sleep=clock.sleep)

    assert set(left) == set(running)
    assert clock.now_s < 2 * STOP_WITHIN_S


def test_nobody_waits_where_nothing_runs():
    clock = Clock()

    assert still_running(STOP_WITHIN_S, clock=clock, sleep=clock.sleep) == []
    assert clock.now_s == 0
