import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from benchlab.definitions import Refused
from benchlab.management.bench import (
    baselines,
    comparing,
    definitions,
    exchanging,
    judging,
    launching,
    looking,
    sandboxes,
    servers,
)
from benchlab.management.bench.console import Console, Exit, VerbParser
from benchlab.models.copies import part_from_original


class Command(BaseCommand):
    help = "Exit codes: 0 finished, 1 failed, 2 refused, 3 slower or an acceptance missed, 4 cancelled."

    def add_arguments(self, parser: CommandParser) -> None:
        verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=VerbParser)
        modules = (launching, looking, comparing, baselines, judging, exchanging, servers, sandboxes, definitions)
        for module in modules:
            module.add_verbs(verbs)

    def handle(self, **options: Any) -> None:
        console = Console(as_json=options["as_json"])
        try:
            if options["uses_database"]:
                part_from_original()
            code = options["verb"](options, console)
        except Refused as refused:
            code = console.refuse(refused.problems)
        except BrokenPipeError:
            # Whoever read has gone, as `head` does; what is left must not complain when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = Exit.FAILED
        if code != Exit.FINISHED:
            sys.exit(code)
