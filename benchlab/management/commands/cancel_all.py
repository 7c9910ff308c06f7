import time
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from benchlab.models import Run
from benchlab.models.accounts import Actor, acting, audit_log

STOP_WITHIN_S = 15
"""All of them together: somebody waits for it."""


class Command(BaseCommand):
    help = "Cancel every run and wait until they have stopped."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        with acting(lambda: Actor("bin/down")):
            cancel_all(reason="bin/down")
        if left := still_running(STOP_WITHIN_S):
            raise CommandError(f"Not stopped in time: {', '.join(map(str, left))}.")


def cancel_all(*, reason: str) -> None:
    # In one transaction: each of hundreds that wait would else wait for its turn to write.
    with transaction.atomic():
        going_on = list(Run.objects.going_on().light().select_related("experiment"))
        for run in going_on:
            audit_log.record("cancelled", run, reason=reason)
        Run.objects.end_waiting(reason=reason)
        Run.objects.ask_running(reason=reason)
        # No event for each: nobody is notified of a cancelled run, and the next start judges what schedules launched.
        for experiment in {run.experiment for run in going_on if run.experiment}:
            experiment.close_if_over()


def still_running(
    within_s: float, *, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep
) -> list[Run]:
    """Those that have not stopped by then."""
    give_up_at = clock() + within_s
    while (left := list(Run.objects.running().light())) and clock() < give_up_at:
        sleep(0.2)
    return left
