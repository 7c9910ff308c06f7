from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import connections

from benchlab.jobs import make_notices_worker, make_worker, wait_for_redis


class Command(BaseCommand):
    help = "Execute runs as they are queued."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--notices", action="store_true", help="Send notifications instead.")

    def handle(self, **options: Any) -> None:
        wait_for_redis()
        worker = make_notices_worker() if options["notices"] else make_worker()
        connections.close_all()  # Work-horses are forked; each makes its own.
        worker.work(with_scheduler=options["notices"])  # It is RQ's scheduler that retries later.
