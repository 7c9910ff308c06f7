"""`python3 -m benchlab.cli`: the command line on a machine without benchlab's packages or a database."""

import sys

from benchlab.cli.command import HELP, add_arguments, execute
from benchlab.cli.console import VerbParser
from benchlab.cli.lab import Lab, RefusedRequest

NOT_SET_UP = (
    "benchlab is not set up here. Name one on another machine with --url and BENCHLAB_TOKEN, "
    "or start one here with bin/up."
)


def _not_installed() -> Lab:
    raise RefusedRequest.because("--url", NOT_SET_UP)


def main() -> int:
    parser = VerbParser(prog="bench", description=HELP)
    add_arguments(parser)
    return execute(vars(parser.parse_args()), local=_not_installed)


if __name__ == "__main__":
    sys.exit(main())
