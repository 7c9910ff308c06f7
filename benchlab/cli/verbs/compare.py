"""`bench compare`: groups of runs against the first, for people and for a pipeline."""

from argparse import ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb
from benchlab.cli.lab import Lab, Refused
from benchlab.cli.verbs.runs import RUN_OR_EXPERIMENT

_AGAINST = "Runs to hold the others against, as one group each; or the word baseline, for the pinned ones."
_FACTOR = "What is compared: a parameter, a setting, server, version, durability, hardware, revision or data."
_THRESHOLD = (
    "Exit with 3 only for what is slower by more than this, 5%%; of one run each, too, where noise is not known. "
    "What can not be compared then exits with 1."
)

_MIN_GRADE = "Judge no run of a lower grade of trust, nor one without; what can not be compared then exits with 1."


def add_verbs(verbs: Any) -> None:
    comparing = add_verb(verbs, "compare", compare, help="Hold runs against the first of them; 3 is slower.")
    comparing.add_argument("runs", nargs="+", metavar="run", help=RUN_OR_EXPERIMENT)
    comparing.add_argument("--against", nargs="+", default=[], metavar="run", help=_AGAINST)
    comparing.add_argument("--factor", action="append", default=[], dest="factors", metavar="NAME", help=_FACTOR)
    comparing.add_argument("--anyway", action="store_true", help="Compare although something else differs.")
    comparing.add_argument("--threshold", type=_share, metavar="SHARE", help=_THRESHOLD)
    comparing.add_argument("--min-grade", choices=("A", "B", "C", "D"), help=_MIN_GRADE)
    comparing.add_argument("--junit", type=Path, metavar="FILE", help="Write the verdicts for a CI server, too.")


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
        raise Refused.because("--junit", f"{file}: {error.strerror}.") from error


def _share(text: str) -> float:
    """``5%``, or ``0.05``."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise ArgumentTypeError(f"“{text}” is no share such as 5%.")
    return share
