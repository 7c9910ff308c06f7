"""What `bench run` says while it waits."""

import io
from datetime import timedelta
from typing import Any

from django.utils import timezone

from benchlab.api.runs.progress import run_progress
from benchlab.cli.console import Console
from benchlab.cli.following import Waiting
from benchlab.management.local import Local
from benchlab.models import Run, State
from tests import factories


def told_of(run: Run) -> Any:
    return run_progress(run)["next"]


def test_a_silent_worker_that_no_keeper_ends_is_told_once():
    run = factories.make_run(State.RUNNING, seconds=3, beat_at=timezone.now() - timedelta(minutes=1))
    console = Console(as_json=True, errors=io.StringIO())
    waiting = Waiting(Local(), console, needs_worker=True)

    waiting.report(told_of(run))
    waiting.report(told_of(run))

    assert console.errors.getvalue().count(f"Run {run.pk}: Its worker does not respond") == 1


def test_a_run_that_goes_on_needs_no_words():
    console = Console(as_json=True, errors=io.StringIO())

    Waiting(Local(), console, needs_worker=True).report(told_of(factories.make_run(State.RUNNING, seconds=3)))

    assert console.errors.getvalue() == ""
