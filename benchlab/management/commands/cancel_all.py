import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchlab.models import Run
from benchlab.models.audit import Actor, acting

STOP_WITHIN_S = 15


class Command(BaseCommand):
    help = "Cancel every run and wait until they have stopped."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        queued_first = [*Run.objects.queued(), *Run.objects.running()]
        with acting(lambda: Actor("bin/down")):
            for run in queued_first:
                run.request_cancel(reason="bin/down")
        for run in queued_first:
            _wait_until_over(run)
        if left := [str(run) for run in queued_first if not run.is_over]:
            raise CommandError(f"Not stopped in time: {', '.join(left)}.")


def _wait_until_over(run: Run) -> None:
    give_up_at = time.monotonic() + STOP_WITHIN_S
    run.refresh_from_db()
    while not run.is_over and time.monotonic() < give_up_at:
        time.sleep(0.2)
        run.refresh_from_db()
