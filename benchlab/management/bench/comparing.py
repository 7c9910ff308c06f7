"""`bench compare`: groups of runs against the first, for people and for a pipeline."""

from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchlab.analysis.comparison import Comparison
from benchlab.analysis.explanation import Movement, explain
from benchlab.analysis.figures import written
from benchlab.analysis.sentences import change
from benchlab.analysis.shift import Estimate
from benchlab.analysis.verdict import Verdict
from benchlab.definitions import Problem, Refused
from benchlab.management.bench.baselines import BASELINE, runs_of_baseline
from benchlab.management.bench.console import Console, Exit, add_verb, table
from benchlab.management.bench.finding import RUN_OR_EXPERIMENT, find_run_or_experiment
from benchlab.management.bench.junit import junit
from benchlab.models import Run
from benchlab.models.comparing import compared

MOVEMENTS_SHOWN = 10

_AGAINST = "Runs to hold the others against, as one group each; or the word baseline, for the pinned ones."
_FACTOR = "What is compared: a parameter, a setting, server, version, durability, hardware, revision or data."
_THRESHOLD = (
    "Exit with 3 only for what is slower by more than this, 5%%; of one run each, too, where noise is not known. "
    "What can not be compared then exits with 1."
)


def add_verbs(verbs: Any) -> None:
    comparing = add_verb(verbs, "compare", compare, help="Hold runs against the first of them; 3 is slower.")
    comparing.add_argument("runs", nargs="+", metavar="run", help=RUN_OR_EXPERIMENT)
    comparing.add_argument("--against", nargs="+", default=[], metavar="run", help=_AGAINST)
    comparing.add_argument("--factor", action="append", default=[], dest="factors", metavar="NAME", help=_FACTOR)
    comparing.add_argument("--anyway", action="store_true", help="Compare although something else differs.")
    comparing.add_argument("--threshold", type=_share, metavar="SHARE", help=_THRESHOLD)
    comparing.add_argument("--junit", type=Path, metavar="FILE", help="Write the verdicts for a CI server, too.")


def compare(options: Mapping[str, Any], console: Console) -> Exit:
    runs = _numbers(options["runs"])
    against = runs_of_baseline(runs) if options["against"] == [BASELINE] else _numbers(options["against"])
    comparison = compared(runs, against=against, factors=options["factors"], anyway=options["anyway"])
    exits = [_exit(verdict, comparison, options["threshold"]) for verdict in comparison.verdicts]
    if options["junit"]:
        _write(options["junit"], junit(comparison, [code != Exit.FINISHED for code in exits]))
    console.answer(_document(comparison), _lines(comparison))
    return max(exits)


def _numbers(named: Sequence[str]) -> list[int]:
    """Of the runs, and of those of the experiments."""
    found = [find_run_or_experiment(each) for each in named]
    parts = [[each] if isinstance(each, Run) else list(each.current_runs.order_by("cell", "repeat")) for each in found]
    return [run.pk for part in parts for run in part]


def _exit(verdict: Verdict, comparison: Comparison, threshold: float | None) -> Exit:
    if verdict.word == "not comparable":
        return Exit.FINISHED if threshold is None else Exit.FAILED
    if threshold is None:
        return Exit.MISSED if verdict.word == "slower" else Exit.FINISHED
    judged = verdict.word in ("slower", "too few repeats")
    return Exit.MISSED if judged and _loss(verdict, comparison) > threshold else Exit.FINISHED


def _loss(verdict: Verdict, comparison: Comparison) -> float:
    """How much worse it is, as a share of the baseline; without a ratio whatever is slower is too much."""
    if verdict.ratio is None or comparison.primary is None:
        return float("inf") if verdict.word == "slower" else 0.0
    ratio = verdict.ratio.value
    return 1 - ratio if comparison.primary.better == "higher" else ratio - 1


def _write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Refused([Problem("--junit", f"{file}: {error.strerror}.")]) from error


def _share(text: str) -> float:
    """``5%``, or ``0.05``."""
    try:
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        share = -1.0
    if not 0 <= share < 1:
        raise ArgumentTypeError(f"“{text}” is no share such as 5%.")
    return share


def _document(comparison: Comparison) -> dict[str, Any]:
    """With two groups also what may explain their difference."""
    document = comparison.to_json()
    return {**document, "why": explain(comparison).to_json()} if len(comparison.sides) == 2 else document


def _lines(comparison: Comparison) -> Iterator[str]:
    for side, verdict in zip(comparison.sides[1:], comparison.verdicts, strict=True):
        yield f"{side.label} against {comparison.sides[0].label}: {verdict.word}"
        yield from (f"  {sentence}" for sentence in (verdict.reason, *verdict.cautions))
    yield ""
    yield from _figures(comparison)
    for difference in comparison.differences:
        values = " / ".join(map(str, difference.values))
        yield f"{difference.title}: {values}" + (f" (factor {difference.factor})" if difference.factor else "")
    if len(comparison.sides) == 2:
        yield from _movements(comparison)


def _figures(comparison: Comparison) -> Iterator[str]:
    labels = [side.label.upper() for side in comparison.sides]
    rows = [
        (
            row.figure.phase,
            row.figure.label,
            row.figure.unit,
            *map(_written, row.medians),
            *map(_change, row.ratios[1:]),
        )
        for row in comparison.rows
    ]
    changes = ["CHANGE"] if len(labels) == 2 else [f"CHANGE, {label}" for label in labels[1:]]
    yield from table(rows, ("PHASE", "FIGURE", "UNIT", *labels, *changes))


def _movements(comparison: Comparison) -> Iterator[str]:
    explanation = explain(comparison)
    for movement in explanation.movements[:MOVEMENTS_SHOWN]:
        each = f" of each {explanation.operation}" if movement.kind == "counter" else ""
        values = " / ".join(map(_told, movement.values))
        yield f"{movement.name}{each}: {values} {movement.unit}".rstrip() + _noted(movement)


def _noted(movement: Movement) -> str:
    moved = f", {change(movement.ratio)}" if movement.ratio else ""
    return f"{moved}, which repeats do by themselves" if movement.is_noise else moved


def _told(value: float | str | None) -> str:
    return value.replace("\n", "; ") if isinstance(value, str) else _written(value)


def _written(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value == int(value) else written(value)


def _change(ratio: Estimate | None) -> str:
    if ratio is None:
        return "-"
    ends = f" ({' to '.join(map(change, ratio.interval))})" if ratio.interval else ""
    return f"{change(ratio.value)}{ends}"
