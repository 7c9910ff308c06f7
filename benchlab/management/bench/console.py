"""The console for verbs that read the database themselves."""

from collections.abc import Callable, Mapping
from typing import Any

from benchlab.bench import console, lab
from benchlab.bench.console import Console, Exit, VerbParser, table
from benchlab.definitions.problems import Refused
from benchlab.management.local import Local

NOT_FROM_AFAR = "This verb reads the database itself, and works on benchlab's own machine only."

Verb = Callable[[Mapping[str, Any], Console], Exit]

__all__ = ["Console", "Exit", "add_verb", "table"]


def add_verb(verbs: Any, name: str, verb: Verb, *, help: str) -> VerbParser:  # noqa: A002
    def run(at: lab.Lab, options: Mapping[str, Any], said: Console) -> Exit:
        if not isinstance(at, Local):
            raise lab.Refused.because("command line", NOT_FROM_AFAR)
        try:
            return verb(options, said)
        except Refused as refused:
            raise lab.Refused([problem.to_json() for problem in refused.problems]) from refused

    return console.add_verb(verbs, name, run, help=help)
