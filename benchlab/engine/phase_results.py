"""A phase's part of the result document, and the figures computed from its seconds."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.engine.generator.phase_seconds import SecondSummary
from benchlab.engine.generator.tally import Tally, gaps_ms
from benchlab.histogram import PERCENTILES, Histogram, least_count

MANY_ERRORS = 0.01
TOO_FEW_VALUES = "A percentile is null where fewer than ten values lie beyond it: " + ", ".join(
    f"{name} wants {least_count(percent):,}" for name, percent in PERCENTILES.items() if least_count(percent) > 1
)


def blank(phase: PlannedPhase, *, parent: str | None, started_s: float, seconds: float) -> dict[str, Any]:
    """All keys of a phase; what its kind does not measure is null.

    ``per_second`` is transactions a second of a drive, rows a second of a load, and null for the others.
    """
    return {
        "name": phase.name,
        "kind": phase.kind,
        "parent": parent,
        "started_s": started_s,
        "seconds": seconds,
        "warmup_s": 0.0,
        "rows": None,
        "transactions": None,
        "statements": None,
        "errors": {},
        "per_second": None,
        "latency_ms": None,
        "by_statement": {},
        "details": {},
    }


def note_unknown_percentiles(result: dict[str, Any]) -> None:
    """Say in the details why percentiles of the phase, or of its statements, are null."""
    summaries = [result["latency_ms"], *(each["latency_ms"] for each in result["by_statement"].values())]
    if any(summary and None in summary.values() for summary in summaries):
        result["details"]["null_percentiles"] = TOO_FEW_VALUES


def many_errors(result: dict[str, Any]) -> str:
    """A sentence where errors are more than a hundredth of a phase's transactions; else empty."""
    errors, transactions = sum(result["errors"].values()), result["transactions"]
    if not transactions or errors <= MANY_ERRORS * (transactions + errors):
        return ""
    codes = ", ".join(f"{count:,} of code {code}" for code, count in result["errors"].items())
    return (
        f"{errors / (transactions + errors):.1%} of the transactions of the phase “{result['name']}” ended in an error "
        f"({codes}): its figures are those of the others."
    )


def by_statement(statements: dict[str, Histogram]) -> dict[str, dict[str, Any]]:
    return {name: {"count": each.count, "latency_ms": each.summary_ms()} for name, each in statements.items()}


def stored(statements: dict[str, Histogram], transactions: Histogram | None = None) -> dict[str, bytes]:
    """Histograms by name, as events carry them."""
    named = statements if transactions is None else {"": transactions, **statements}
    return {name: each.to_bytes() for name, each in named.items() if each.count}


def errors_of(tally: Tally) -> dict[str, int]:
    return {str(code): count for code, count in sorted(tally.errors.items())}


def steadiness(window: dict[int, SecondSummary], start_s: float, end_s: float) -> dict[str, Any]:
    """How evenly the measured window went: its longest stall, its worst second, and the variation of its seconds.

    The stall is exact to a millisecond. ``variation`` is the standard deviation of the full seconds over their mean.
    """
    if end_s <= start_s:
        return {"longest_stall_s": None, "worst_second": None, "variation": None}
    stall_s = float(stalls(window, start_s, end_s)[:, 1].max())
    full = range(int(np.ceil(start_s)), int(end_s))
    counts = {second: window.get(second, SecondSummary()).transactions for second in full}
    return {"longest_stall_s": stall_s, "worst_second": _worst(counts), "variation": _variation(counts)}


def stalls(window: Mapping[int, SecondSummary], start_s: float, end_s: float) -> NDArray[np.float64]:
    """Every stretch of a window without an acknowledged transaction: rows of its begin and its length in seconds."""
    first_s = int(start_s)
    moments = [window.get(second, SecondSummary()).moments for second in range(first_s, int(np.ceil(end_s)))]
    skip_ms, total_ms = (round((at_s - first_s) * 1000) for at_s in (start_s, end_s))
    return gaps_ms(moments, skip_ms=skip_ms, total_ms=total_ms) / 1000 + [first_s, 0]


def _worst(counts: dict[int, int]) -> dict[str, float] | None:
    if not counts:
        return None
    second = min(counts, key=lambda each: counts[each])
    return {"at_s": second + 1, "per_second": counts[second]}


def _variation(counts: dict[int, int]) -> float | None:
    values = np.array(list(counts.values()), np.float64)
    if len(values) < 2 or not values.mean():
        return None
    return float(values.std(ddof=1) / values.mean())
