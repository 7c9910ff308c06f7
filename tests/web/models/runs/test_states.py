from datetime import timedelta

import pytest
from django.db import IntegrityError
from django.utils import timezone

from benchlab.models import Run, State
from benchlab.models.runs import claim
from tests import factories


@pytest.fixture
def run(server, benchmark_of_notes) -> Run:
    return benchmark_of_notes.launch([server], {}, by=None)


@pytest.fixture
def claimed(run) -> Run:
    assert claim(run, "worker:1")
    return run


def silence(run: Run, seconds: float) -> None:
    Run.objects.filter(pk=run.pk).update(beat_at=timezone.now() - timedelta(seconds=seconds))


def test_clocks_that_differ_lose_no_run(run, monkeypatch):
    claim(run, "worker:1")
    run.beat()

    ahead = timezone.now() + timedelta(minutes=5)
    monkeypatch.setattr(timezone, "now", lambda: ahead)

    assert not Run.objects.lost().exists()


def test_a_beat_is_for_the_worker_that_holds_the_run(claimed):
    impostor = Run.objects.get(pk=claimed.pk)
    impostor.worker = "worker:2"

    assert claimed.beat()
    assert not impostor.beat()


def test_a_run_ends_once(claimed):
    assert claimed.finish()
    assert not claimed.fail("Too late.")

    assert (claimed.state, claimed.error) == (State.FINISHED, "")


def test_a_queued_run_is_cancelled_at_once(run):
    person = factories.make_user("ann")

    assert run.request_cancel(by=person)

    run.refresh_from_db()
    assert (run.state, run.canceller) == (State.CANCELLED, "ann")


def test_a_running_run_is_asked_to_stop(claimed):
    assert claimed.request_cancel(reason="Ctrl-C")

    claimed.refresh_from_db()
    assert (claimed.state, claimed.canceller) == (State.RUNNING, "Ctrl-C")
    assert claimed.cancel_requested_at


def test_who_cancels_second_is_not_named(claimed):
    claimed.request_cancel(reason="Ctrl-C")

    assert not claimed.request_cancel(by=factories.make_user("late"))

    claimed.refresh_from_db()
    assert claimed.canceller == "Ctrl-C"


def test_a_run_that_is_over_can_not_be_cancelled(claimed):
    claimed.finish()

    assert not claimed.request_cancel(reason="Ctrl-C")


def test_a_run_is_lost_after_ten_silent_seconds(claimed):
    silence(claimed, 9)
    still_there = list(Run.objects.lost())
    silence(claimed, 11)

    assert still_there == []
    assert list(Run.objects.lost()) == [claimed]


def test_a_run_that_beats_again_is_not_lost(claimed):
    silence(claimed, 11)
    found = Run.objects.lost().get()
    claimed.beat()

    assert not found.lose("Worker worker:1 was lost.")

    assert found.state == State.RUNNING


def test_a_lost_run_is_no_more_its_workers(claimed):
    silence(claimed, 11)
    Run.objects.lost().get().lose("Worker worker:1 was lost.")

    assert not claimed.beat()
    assert not claimed.finish()
    assert claimed.error == "Worker worker:1 was lost."


def test_no_run_has_an_unknown_state(claimed):
    with pytest.raises(IntegrityError):
        Run.objects.filter(pk=claimed.pk).update(state="dozing")


def test_what_an_ended_run_left_is_undone_until_it_is_settled(claimed):
    claimed.finish()

    assert list(Run.objects.needing_cleanup()) == [claimed]


def test_a_run_that_never_started_or_was_imported_left_nothing(run):
    run.request_cancel(reason="the test")
    factories.make_run(State.FINISHED, cleaned_up_at=None, imported_result={"format": "benchlab.result/1"})

    assert not Run.objects.needing_cleanup().exists()
