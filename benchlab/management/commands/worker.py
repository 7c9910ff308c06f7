from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections

from benchlab.jobs import make_worker


class Command(BaseCommand):
    help = "Execute runs as they are queued."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        worker = make_worker()
        connections.close_all()  # Work-horses are forked; each makes its own.
        worker.work()
