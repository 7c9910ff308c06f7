import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from benchlab.cli.command import HELP, add_arguments, execute
from benchlab.management.local import Local
from benchlab.models.accounts import Actor, acting


class Command(BaseCommand):
    help = HELP
    requires_system_checks: list[str] = []  # They read every URL, and with them the pages and the API.

    def add_arguments(self, parser: CommandParser) -> None:
        parser.prog = "bench"  # As bin/bench is called, which calls this; Django would say "manage.py bench".
        add_arguments(parser)

    def handle(self, **options: Any) -> None:
        with acting(lambda: Actor("the command line")):
            code = execute(options, local=Local)
        if code:
            sys.exit(code)
