"""Output of a command: JSON or text on stdout, progress and errors on stderr, and an exit code."""

import json
import sys
from argparse import SUPPRESS, ArgumentParser
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NoReturn, TextIO

from benchlab.cli.lab import Lab, Problem

REFUSAL_FORMAT = "benchlab.refusal/1"


class Exit(IntEnum):
    FINISHED = 0
    FAILED = 1
    REFUSED = 2
    MISSED = 3
    """Slower than the baseline, or an acceptance check failed."""
    CANCELLED = 4


class VerbParser(ArgumentParser):
    """Reports usage errors as a refusal document, too."""

    def error(self, message: str) -> NoReturn:
        if "--json" in sys.argv:
            problems = [{"where": "command line", "message": message}]
            sys.stdout.write(json.dumps(_refusal(problems), indent=2) + "\n")
        super().error(message)


def _refusal(problems: Sequence[Problem]) -> dict[str, Any]:
    return {"format": REFUSAL_FORMAT, "problems": list(problems)}


@dataclass
class Console:
    as_json: bool
    out: TextIO = field(default_factory=lambda: sys.stdout)
    errors: TextIO = field(default_factory=lambda: sys.stderr)
    _progress_width: int = 0

    def answer(self, document: Any, lines: Iterable[str]) -> None:
        """Print the document with --json, otherwise the lines."""
        if self.as_json:
            print(json.dumps(document, indent=2), file=self.out, flush=True)
            return
        for line in lines:
            print(line, file=self.out, flush=True)

    def refuse(self, problems: Sequence[Problem]) -> Exit:
        self.answer(_refusal(problems), ())
        for problem in problems:
            self.complain(problem_line(problem))
        return Exit.REFUSED

    def complain(self, sentence: str) -> None:
        self.clear_progress()
        print(sentence, file=self.errors, flush=True)

    def progress(self, line: str) -> None:
        """Print a line that the next one replaces; nothing unless stderr is a terminal."""
        if not self.errors.isatty():
            return
        cut = line[:118]
        print("\r" + cut.ljust(self._progress_width), end="", file=self.errors, flush=True)
        self._progress_width = len(cut)

    def clear_progress(self) -> None:
        if self._progress_width:
            print("\r" + " " * self._progress_width + "\r", end="", file=self.errors, flush=True)
            self._progress_width = 0


Verb = Callable[[Lab, Mapping[str, Any], Console], Exit]


def add_verb(verbs: Any, name: str, verb: Verb, *, help: str) -> VerbParser:  # noqa: A002
    parser: VerbParser = verbs.add_parser(name, help=help, description=help)
    parser.add_argument("--json", action="store_true", dest="as_json", help="Print JSON to stdout.")
    add_place(parser, default=SUPPRESS)  # So that they may stand after the verb, too.
    parser.set_defaults(verb=verb)
    return parser


def add_place(parser: ArgumentParser, *, default: Any) -> None:
    """Options that choose a benchlab."""
    at = "A benchlab on another machine, https://host:port. Default: BENCHLAB_URL. Needs a token."
    parser.add_argument("--url", default=default, help=at)
    secret = "Read the token from the first line of stdin. Default: BENCHLAB_TOKEN."  # noqa: S105 - it is a help.
    parser.add_argument("--token-stdin", action="store_true", default=default, help=secret)


def add_group(verbs: Any, name: str, *, help: str) -> Any:  # noqa: A002
    """A group of verbs: `server add`."""
    return verbs.add_parser(name, help=help, description=help).add_subparsers(required=True, metavar="VERB")


def problem_line(problem: Problem) -> str:
    place = f"line {problem['line']}, column {problem.get('column')}: " if problem.get("line") else ""
    return f"{place}{problem['where']}: {problem['message']}"


def table(rows: Sequence[Sequence[object]], heads: Sequence[str]) -> list[str]:
    """Aligned columns."""
    texts = [list(heads), *([_text(cell) for cell in row] for row in rows)]
    widths = [max(len(line[column]) for line in texts) for column in range(len(heads))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in texts]


def _text(cell: object) -> str:
    if cell is None:
        return "-"
    return f"{cell:,.1f}" if isinstance(cell, float) else str(cell)
