"""What `bench run` says while it waits."""

import io
from datetime import timedelta

from django.utils import timezone

from benchlab.management.bench.console import Console
from benchlab.management.bench.following import Waiting
from benchlab.models import State
from tests import factories


def test_a_silent_worker_that_no_keeper_ends_is_told_once():
    run = factories.make_run(State.RUNNING, seconds=3, beat_at=timezone.now() - timedelta(minutes=1))
    console = Console(as_json=True, errors=io.StringIO())
    waiting = Waiting(console, needs_worker=True)

    waiting.tell(run)
    waiting.tell(run)

    assert console.errors.getvalue().count(f"Run {run.pk}: Its worker is silent") == 1


def test_a_run_that_goes_on_needs_no_words():
    console = Console(as_json=True, errors=io.StringIO())

    Waiting(console, needs_worker=True).tell(factories.make_run(State.RUNNING, seconds=3))

    assert console.errors.getvalue() == ""
