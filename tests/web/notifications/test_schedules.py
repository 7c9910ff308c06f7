"""A schedule that launched nothing is told, so that nobody has to look every morning."""

from datetime import UTC, datetime, timedelta

import pytest

from benchlab.models import Delivery, Event, EventKind, Schedule, Server
from benchlab.models.notifications.notification_document import document_of
from benchlab.models.schedules import scheduler
from tests import factories
from tests.web.notifications.conftest import make_webhook

pytestmark = pytest.mark.django_db(transaction=True)
NIGHT = datetime(2026, 11, 22, 1, 0, tzinfo=UTC)


@pytest.fixture
def nightly() -> Schedule:
    factories.make_server()
    schedule = Schedule(
        name="night", benchmark=factories.make_benchmark(), when="nightly at 02:00", zone="Europe/Berlin"
    )
    schedule.keep(list(Server.objects.all()), by=None)
    Schedule.objects.update(next_at=NIGHT)
    make_webhook()
    return schedule


def test_a_time_that_was_missed_is_told_with_its_reason(nightly):
    scheduler.launch_due(NIGHT + timedelta(hours=5))

    document = document_of(Event.objects.get(kind=EventKind.NOT_LAUNCHED))
    assert document["title"] == "The schedule night launched nothing at 2026-11-22 02:00 CET"
    assert (document["schedule"], document["state"]) == ("night", "missed")
    assert (document["error"], document["server"]) == (scheduler.DOWN, "db1")
    assert document["address"].endswith("/schedules/night/")


def test_a_launch_is_not_told(nightly):
    scheduler.launch_due(NIGHT)

    assert not Event.objects.exists()


def test_times_that_are_skipped_in_a_row_are_told_once(nightly):
    for day in range(4):
        scheduler.launch_due(NIGHT + timedelta(days=day))

    assert document_of(Delivery.objects.get().event)["state"] == "skipped"
