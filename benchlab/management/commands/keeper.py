import logging
import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, connection

from benchlab.jobs import show_keeper
from benchlab.keeper import Keeper, keep_schedules
from benchlab.models.clone_detection import detach_from_original
from benchlab.models.schedules import baseline_check

EVERY_S = 1.0

log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Fail runs whose worker was lost, undo what they left, wake for what Redis forgot, and launch schedules."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="Sweep once and end.")

    def handle(self, **options: Any) -> None:
        keeper, ended = Keeper(), threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: ended.set())
        detach_from_original()
        baseline_check.judge_ended()  # Of runs that ended without an event: in a copy, or before there were any.
        sweep(keeper)
        while not options["once"] and not ended.wait(EVERY_S):
            sweep(keeper)


def sweep(keeper: Keeper) -> None:
    try:
        keeper.sweep()
        keep_schedules()
        keeper.prune()
        show_keeper()
    except DatabaseError as error:
        log.warning("The application's database can not be used: %s", error)
        connection.close()
