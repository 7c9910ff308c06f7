from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections

from benchlab.jobs import make_worker, wait_for_redis


class Command(BaseCommand):
    help = "Execute runs as they are queued."

    def handle(self, **options: Any) -> None:  # noqa: ARG002
        wait_for_redis()
        worker = make_worker()
        connections.close_all()  # Work-horses are forked; each makes its own.
        worker.work()
