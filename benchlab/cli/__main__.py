"""`python3 -m benchlab.cli`: the command line on a machine without benchlab's packages or a database."""

import sys

from benchlab.cli.command import HELP, add_arguments, execute
from benchlab.cli.console import VerbParser
from benchlab.cli.lab import Lab, Refused

NOT_HERE = (
    "There is no benchlab set up here. Name one on another machine by --url and BENCHLAB_TOKEN, "
    "or start one here with bin/up."
)


def _nowhere() -> Lab:
    raise Refused.because("--url", NOT_HERE)


def main() -> int:
    parser = VerbParser(prog="bench", description=HELP)
    add_arguments(parser)
    return execute(vars(parser.parse_args()), local=_nowhere)


if __name__ == "__main__":
    sys.exit(main())
