"""Comparisons as text."""

from collections.abc import Iterator

from benchlab.analysis.comparisons.comparison import Comparison
from benchlab.analysis.comparisons.paired_combinations import Pairings
from benchlab.analysis.comparisons.verdict_text import change
from benchlab.analysis.comparisons.why_different import Movement, explain
from benchlab.analysis.runs.figures import three_figures
from benchlab.analysis.statistics.location_shift import Estimate
from benchlab.cli.console import table

MOVEMENTS_SHOWN = 10
HOW_CHANGED = (
    "CHANGE is the median over all pairs of repeats, one of each group; it can differ from the change of the medians."
)


def lines_of(comparison: Comparison) -> Iterator[str]:
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


def lines_of_pairs(found: Pairings) -> Iterator[str]:
    """A verdict for each combination; its metrics are in its own comparison."""
    for pair in found.pairs:
        verdict = pair.comparison.verdict
        yield f"{pair.label}: {verdict.word}"
        yield from (f"  {sentence}" for sentence in (verdict.reason, *verdict.cautions))
    if found.left_out:
        yield f"Left out, because only one of the groups has it: {'; '.join(found.left_out)}."


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
    if any(len(side.members) > 1 for side in comparison.sides):
        yield HOW_CHANGED


def _movements(comparison: Comparison) -> Iterator[str]:
    explanation = explain(comparison)
    for movement in explanation.movements[:MOVEMENTS_SHOWN]:
        each = f" of each {explanation.operation}" if movement.kind == "counter" else ""
        values = " / ".join(map(_value_text, movement.values))
        yield f"{movement.name}{each}: {values} {movement.unit}".rstrip() + _noted(movement)


def _noted(movement: Movement) -> str:
    moved = f", {change(movement.ratio)}" if movement.ratio else ""
    return f"{moved}, which repeats do by themselves" if movement.is_noise else moved


def _value_text(value: float | str | None) -> str:
    return value.replace("\n", "; ") if isinstance(value, str) else _written(value)


def _written(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value == int(value) else three_figures(value)


def _change(ratio: Estimate | None) -> str:
    if ratio is None:
        return "-"
    ends = f" ({' to '.join(map(change, ratio.interval))})" if ratio.interval else ""
    return f"{change(ratio.value)}{ends}"
