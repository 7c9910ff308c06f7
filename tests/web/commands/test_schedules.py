"""`bench schedule`."""

import pytest

from benchlab.models import Run, Schedule
from tests import factories

ADD = ("schedule", "add", "night", "notes", "--server", "db1", "--when", "weekdays at 22:30", "--zone", "Europe/Berlin")


@pytest.fixture
def added(bench):
    factories.make_server()
    factories.make_benchmark()
    return bench(*ADD, "--set", "clients=1,10", "--repeat", "2", "--late", "0", "--factor", "version")


def test_a_schedule_is_added_and_listed(bench, added):
    assert (added.code, added.errors) == (0, "")
    assert added.out.startswith("night: notes on db1, weekdays at 22:30 (Europe/Berlin); next: 20")

    schedule = Schedule.objects.get()
    assert (schedule.repeats, schedule.late_minutes, schedule.factors) == (2, 0, ["version"])
    assert "no launches yet" in bench("schedule", "ls").out


def test_it_is_run_shown_paused_resumed_and_forgotten(bench, added):
    assert bench("schedule", "run", "night").out.startswith("Experiment ")
    assert Run.objects.count() == 4
    assert "launched e" in bench("schedule", "show", "night").out
    assert "next: paused" in bench("schedule", "pause", "night").out
    assert "next: 20" in bench("schedule", "resume", "night").out
    assert bench("schedule", "rm", "night").code == 0
    assert not Schedule.objects.exists()


def test_what_is_not_understood_is_refused(bench, added):
    refused = bench("schedule", "add", "other", "notes", "--server", "db1", "--when", "at night", "--json")

    assert (refused.code, refused.document["problems"][0]["where"]) == (2, "when")
