"""What happens after an event, once, whoever reacts, and also where a process was killed in between."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from benchlab.models import Delivery, Event, EventKind, Run, State, Webhook, event_reactions
from benchlab.models.events.event import CLAIM_LASTS, KEPT_FOR, REACTED_WITHIN
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def running() -> Run:
    Webhook.objects.create(name="chat", url="http://127.0.0.1:9/", events=["run.finished"])
    return factories.make_run(State.RUNNING, seconds=5, worker="worker:1")


def age(by: timedelta, **changes: object) -> Event:
    """The one event, as if it had been recorded, and claimed, so long ago."""
    at = timezone.now() - by
    Event.objects.update(at=at, **changes)
    return Event.objects.get()


def left_behind(running: Run, **changes: object) -> Event:
    """Whoever ended the run was killed after the commit."""
    running.finish()
    Delivery.objects.all().delete()
    return age(2 * REACTED_WITHIN, **{"claimed_at": None, "reacted_at": None, **changes})


def test_an_end_that_is_rolled_back_has_no_event(running):
    with transaction.atomic():
        running.finish()
        transaction.set_rollback(True)

    assert not Event.objects.exists()
    assert not Delivery.objects.exists()


def test_the_keeper_reacts_to_what_a_killed_process_left(running):
    left_behind(running)

    event_reactions.react_to_left_behind()
    event_reactions.react_to_left_behind()

    assert Delivery.objects.count() == 1
    assert Event.objects.get().reacted_at


def test_an_event_that_was_just_recorded_is_left_to_its_process(running):
    left_behind(running)
    age(timedelta(0))

    event_reactions.react_to_left_behind()

    assert not Delivery.objects.exists()


def test_of_two_who_react_to_an_event_one_does(running):
    event = left_behind(running)

    for one in (event, Event.objects.get()):
        event_reactions.react(one)

    assert Delivery.objects.count() == 1


def test_a_claim_of_a_killed_process_lapses(running):
    just_now = left_behind(running, claimed_at=timezone.now())
    event_reactions.react_to_left_behind()
    before = Delivery.objects.count()

    left_behind(running, claimed_at=timezone.now() - 2 * CLAIM_LASTS)
    event_reactions.react_to_left_behind()

    assert (just_now.reacted_at, before, Delivery.objects.count()) == (None, 0, 1)


def test_who_reacts_too_late_writes_no_second_delivery(running):
    event = left_behind(running)
    slow = Event.objects.get(pk=event.pk)
    assert slow.claim()
    Event.objects.update(claimed_at=timezone.now() - 2 * CLAIM_LASTS)
    event_reactions.react_to_left_behind()

    event_reactions._notify(slow)

    assert Delivery.objects.count() == 1


def test_a_bug_in_a_reaction_neither_fails_the_run_nor_hides_it(running, caplog):
    Run.objects.filter(pk=running.pk).update(plan_json={"servers": "of another version"})

    assert Run.objects.get(pk=running.pk).finish()

    assert "_watch_trend failed" in caplog.text
    assert Delivery.objects.get().event.kind == EventKind.RUN_FINISHED


def test_old_events_go_unless_a_delivery_refers_to_them(running):
    running.finish()
    factories.make_run(State.RUNNING, seconds=5, worker="worker:2").fail("The disk is full.")
    Event.objects.update(at=timezone.now() - 2 * KEPT_FOR)

    Event.objects.prune()

    assert Event.objects.get() == Delivery.objects.get().event
