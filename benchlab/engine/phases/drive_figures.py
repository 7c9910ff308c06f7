"""Figures from a drive's tallies: the values of one second, and those of the whole phase."""

from typing import Any

from benchlab.definitions.language import sql_lexer
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.engine import phase_results
from benchlab.engine.generator.phase_seconds import PhaseSeconds
from benchlab.engine.generator.tally import Tally


class SecondValues:
    """The samples of a drive's seconds, one after the other: the rows of one that only inserts are added up."""

    def __init__(self, phase: DrivePhase) -> None:
        self._phase = phase
        self._only_inserts = only_inserts(phase)
        self._rows_so_far = 0

    def of(self, tally: Tally, width_s: float) -> dict[str, float]:
        values = values_of(self._phase, tally, width_s)
        if not self._only_inserts:
            return values
        self._rows_so_far += tally.rows
        return {**values, "rows_so_far": self._rows_so_far}


def only_inserts(phase: DrivePhase) -> bool:
    """Whether the rows that its clients count are rows that the tables gain."""
    return all(_inserts(statement.sql) for each in phase.transactions for statement in each.statements)


def _inserts(statement: str) -> bool:
    words = [token.text.upper() for token in sql_lexer.code(statement)]
    # An upsert counts a row that was there already, and counts it twice.
    return words[:1] == ["INSERT"] and "DUPLICATE" not in words


def values_of(phase: DrivePhase, tally: Tally, width_s: float) -> dict[str, float]:
    """The sample of a second; without a transaction there is no latency, which makes a gap."""
    values = {
        "per_second": tally.transactions.count / width_s,
        "statements": tally.statement_count / width_s,
        "errors": tally.errors.total() / width_s,
    }
    if phase.is_paced:
        # PhaseSeconds fills in how much work waits: it knows the processes.
        values |= {"rate_per_s": phase.total_rate_per_s, "behind": 0.0}
    if tally.transactions.count:
        latencies = tally.transactions
        values |= {f"p{percent}_ms": latencies.percentile(percent) for percent in (50, 95, 99)}
        values |= {"max_ms": latencies.max_ms, "mean_ms": latencies.mean_ms}
    if tally.service.count:
        values["service_p99_ms"] = tally.service.percentile(99)
    return values


def figures(phase: DrivePhase, seconds: PhaseSeconds, *, window_start_s: float, end_s: float) -> dict[str, Any]:
    """The keys of the result that a drive fills, all of the measured window but ``details``."""
    window, window_s = seconds.totals["window"], max(0.0, end_s - window_start_s)
    return {
        "seconds": window_s,
        "warmup_s": phase.warmup_s,
        "rows": window.rows,
        "transactions": window.transactions.count,
        "statements": window.statement_count,
        "errors": phase_results.errors_of(window),
        "per_second": window.transactions.count / window_s if window_s else None,
        "latency_ms": window.transactions.summary_ms(),
        "by_statement": phase_results.by_statement(window.statements),
        "details": {
            **_reconciling(seconds.all),
            **(_pacing(phase, window) if phase.is_paced else {}),
            **phase_results.steadiness(seconds.window, window_start_s, end_s),
        },
    }


def _reconciling(total: Tally) -> dict[str, Any]:
    """Of the whole phase, warm-up and drain included: what must agree with the table."""
    return {
        "acknowledged": total.transactions.count,
        "in_doubt": total.in_doubt,
        "retries": total.retries,
        "all_errors": phase_results.errors_of(total),
    }


def _pacing(phase: DrivePhase, window: Tally) -> dict[str, Any]:
    return {"service_ms": window.service.summary_ms(), "rate_per_s": phase.total_rate_per_s, "late": window.late}
