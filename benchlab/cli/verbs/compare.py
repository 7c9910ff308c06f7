"""`bench compare`: compares groups of runs, for people and for CI pipelines."""

from argparse import ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab, RefusedRequest
from benchlab.cli.verbs.runs import RUN_OR_EXPERIMENT

_AGAINST = "Runs to compare with, each a group; or the word baseline, for the pinned runs."
_FACTOR = "The expected difference: a parameter, a setting, server, version, durability, hardware, revision or data."
_THRESHOLD = (
    "Exit with 3 only if slower by more than this, such as 5%%; also applies to single runs, whose noise is unknown. "
    "Runs that cannot be compared then exit with 1."
)

_MIN_GRADE = "Judge no run with a lower trust grade or none; runs that cannot be compared then exit with 1."


def add_verbs(verbs: Any) -> None:
    comparing = add_verb(verbs, "compare", compare, help="Compare runs with the first of them; exits with 3 if slower.")
    comparing.add_argument("runs", nargs="+", metavar="run", help=RUN_OR_EXPERIMENT)
    comparing.add_argument("--against", nargs="+", default=[], metavar="run", help=_AGAINST)
    comparing.add_argument("--factor", action="append", default=[], dest="factors", metavar="NAME", help=_FACTOR)
    comparing.add_argument("--anyway", action="store_true", help="Compare in spite of other differences.")
    comparing.add_argument("--threshold", type=_share, metavar="SHARE", help=_THRESHOLD)
    comparing.add_argument("--min-grade", choices=("A", "B", "C", "D"), help=_MIN_GRADE)
    comparing.add_argument("--junit", type=Path, metavar="FILE", help="Also write the verdicts as JUnit XML, for CI.")


def compare(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    chosen = {"run": options["runs"], "against": options["against"], "factor": options["factors"]}
    gate = {name: options[name] for name in ("threshold", "min_grade") if options[name] is not None}
    summary = lab.get("/comparison/summary", **chosen, **gate, anyway=options["anyway"])
    if options["junit"]:
        _write(options["junit"], summary["junit"])
    console.answer(summary["comparison"], summary["lines"])
    if summary["caution"]:
        console.complain(summary["caution"])
    return Exit(summary["exit_code"])


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise RefusedRequest.because("--junit", f"{file}: {error.strerror}.") from error


def _share(text: str) -> float:
    """``5%``, or ``0.05``."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise ArgumentTypeError(f"“{text}” is not a share such as 5%.")
    return share
