from typing import Any

from django.core.management.base import BaseCommand, CommandError

from benchlab.management.bench.looking import wait_until_over
from benchlab.models import Run


class Command(BaseCommand):
    help = "Cancel every run and wait until they have stopped."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        queued_first = [*Run.objects.queued(), *Run.objects.running()]
        for run in queued_first:
            run.request_cancel(reason="bin/down")
        for run in queued_first:
            wait_until_over(run)
        if left := [str(run) for run in queued_first if not run.is_over]:
            raise CommandError(f"Not stopped in time: {', '.join(left)}.")
