"""A call of the command line, from its arguments to its exit code."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from benchlab.bench import definitions, exchanging, launching, looking, sandboxes, servers
from benchlab.bench.console import Console, Exit, VerbParser, add_place
from benchlab.bench.lab import Lab, Refused, Unreachable
from benchlab.bench.remote import Remote, named_by

HELP = "Exit codes: 0 finished, 1 failed, 2 refused, 3 slower or an acceptance missed, 4 cancelled."


class Verbs(Protocol):
    """A module of verbs."""

    def add_verbs(self, verbs: Any) -> None: ...


def add_arguments(parser: ArgumentParser, *, only_here: Sequence[Verbs] = ()) -> None:
    """``only_here`` are verbs that need more than the API."""
    add_place(parser, default=None)
    verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=VerbParser)
    for module in (launching, looking, *only_here, exchanging, servers, sandboxes, definitions):
        module.add_verbs(verbs)


def execute(options: Mapping[str, Any], *, local: Callable[[], Lab]) -> Exit:
    """With the benchlab on this machine, which ``local`` makes, unless the options name another."""
    console = Console(as_json=options["as_json"])
    try:
        code: Exit = options["verb"](_lab(options, console, local), options, console)
    except Refused as refused:
        code = console.refuse(refused.problems)
    except Unreachable as unreachable:
        console.refuse([{"where": "benchlab", "message": str(unreachable)}])
        code = Exit.FAILED
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
