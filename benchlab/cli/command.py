"""A call of the command line, from its arguments to its exit code."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any

from benchlab.cli.console import Console, Exit, VerbParser, add_place
from benchlab.cli.lab import Lab, RefusedRequest, Unreachable
from benchlab.cli.remote import Remote, named_by
from benchlab.cli.verbs import (
    baselines,
    compare,
    definitions,
    exchange,
    exclusion,
    launch,
    reports,
    runs,
    sandboxes,
    schedules,
    servers,
    share_links,
)

HELP = "Exit codes: 0 finished, 1 failed, 2 refused, 3 slower or an acceptance check failed, 4 cancelled."
VERBS = (
    launch,
    runs,
    compare,
    baselines,
    exclusion,
    schedules,
    exchange,
    reports,
    servers,
    sandboxes,
    share_links,
    definitions,
)


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser, default=None)
    verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=VerbParser)
    for module in VERBS:
        module.add_verbs(verbs)


def execute(options: Mapping[str, Any], *, local: Callable[[], Lab]) -> Exit:
    """Run the verb on the benchlab of this machine, made by ``local``, unless the options name another."""
    console = Console(as_json=options["as_json"])
    try:
        code: Exit = options["verb"](_lab(options, console, local), options, console)
    except RefusedRequest as refused:
        code = console.refuse(refused.problems)
    except Unreachable as unreachable:
        console.refuse([{"where": "benchlab", "message": str(unreachable)}])
        code = Exit.FAILED
    except UnicodeEncodeError:
        code = console.refuse([{"where": "command line", "message": "An argument is not valid UTF-8."}])
    except KeyboardInterrupt:
        # Where a run is followed, Ctrl-C cancels it; here nothing was begun that could be.
        console.complain("Interrupted.")
        code = Exit.CANCELLED
    except BrokenPipeError:
        # Whoever read has gone, as `head` does; what is left must not complain when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = Exit.FAILED
    return code


def _lab(options: Mapping[str, Any], console: Console, local: Callable[[], Lab]) -> Lab:
    remote: Remote | None = named_by(options)
    if remote is None:
        return local()
    if remote.warning:
        console.complain(remote.warning)
    return remote
