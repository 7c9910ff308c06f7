"""Trust reasons from the phases: the load generator, errors, and steadiness."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.run_summary import window_of
from benchlab.analysis.statistics.steady_state import FEWEST_SECONDS, MOVED, UNEVEN, unsteady
from benchlab.analysis.trust.trust_evidence import TrustEvidence, TrustReason, Weight, percent

Result = Mapping[str, Any]

BUSY_PERCENT, FULL_PERCENT = 80, 95
STARVED_SHARE = 0.01
STARVED_S = 0.1
"""What they may wait in any case: a moment at the start is a large share of a drive of ten statements."""
KEPT_SHARE, MISSED_SHARE = 0.99, 0.9
BACKLOG_S = 0.1
ERRORS_SHARE, MANY_ERRORS_SHARE = 0.01, 0.1
SHORTEST_S = 10
FEWEST_TRANSACTIONS = 1000
FEWEST_SHOTS = 3
MOST_NAMED = 4
MOVED_FAR = 0.25
"""A phase that moved further than this, or varied twice as much as it may, is doubtful."""


def reasons(evidence: TrustEvidence) -> Iterator[TrustReason]:
    drives = [phase for phase in evidence.phases if phase["kind"] == "drive"]
    for phase in drives:
        yield from _of_drive(phase, evidence.sources.get(f"phase:{phase['name']}"))
    yield from _lengths([phase for phase in drives if phase["transactions"]])
    yield from _shots([phase for phase in evidence.phases if phase["kind"] == "query"])


def _of_drive(phase: Result, series: Series | None) -> Iterator[TrustReason]:
    if not phase["transactions"]:
        yield TrustReason(Weight.RUIN, f"Not one transaction of {_named(phase)} succeeded: look up its error codes.")
        return
    yield from _generator(phase)
    yield from _rate(phase)
    yield from _errors(phase)
    if series is not None and "per_second" in series.values:
        yield from _steadiness(phase, series)


def _generator(phase: Result) -> Iterator[TrustReason]:
    details = phase["details"]
    if (busy := details.get("client_cpu_percent") or 0) >= BUSY_PERCENT:
        yield TrustReason(
            Weight.RUIN if busy >= FULL_PERCENT else Weight.DOUBT,
            f"The load generator was the limit in {_named(phase)}: it used {busy:.0f} % of the CPU that it can use "
            f"(limit {BUSY_PERCENT} %). Give the load more processors or a host of its own.",
        )
    starved = details.get("starved_share") or 0
    if starved > STARVED_SHARE and starved * (phase["seconds"] or 0) > STARVED_S:
        yield TrustReason(
            Weight.DOUBT,
            f"The load generator was the limit in {_named(phase)}: its clients waited {percent(starved, 1)} of the "
            f"time for generated statements (limit {percent(STARVED_SHARE)}). Use simpler values, or more processors "
            "for the load.",
        )


def _rate(phase: Result) -> Iterator[TrustReason]:
    wanted = phase["details"].get("rate_per_s")
    if not wanted or not phase["seconds"]:
        return
    begun = (phase["transactions"] + sum(phase["errors"].values())) / phase["seconds"]
    # Arrivals may be random, and a short phase then has fewer or more of them by chance.
    chance = 3 / math.sqrt(wanted * phase["seconds"])
    late = phase["details"].get("unstarted", 0)
    if begun < (KEPT_SHARE - chance) * wanted:
        yield TrustReason(
            Weight.RUIN if begun < MISSED_SHARE * wanted else Weight.DOUBT,
            f"In {_named(phase)} the rate was not kept: {begun:,.0f} of {wanted:,.0f} transactions/s were made, "
            f"{percent(begun / wanted)} (limit {percent(KEPT_SHARE)}), and {late:,} were due and not begun at its end. "
            "Lower the rate, or use more clients.",
        )
    elif late > BACKLOG_S * wanted:
        yield TrustReason(
            Weight.DOUBT,
            f"In {_named(phase)} the rate was not kept to the end: {late:,} transactions were due by then and not "
            f"begun (limit {BACKLOG_S * wanted:,.0f}, {BACKLOG_S} s of the rate). Lower the rate, or use more clients.",
        )


def _errors(phase: Result) -> Iterator[TrustReason]:
    errors = sum(phase["errors"].values())
    share = errors / (errors + phase["transactions"])
    if share > ERRORS_SHARE:
        codes = ", ".join(f"{count:,} of code {code}" for code, count in phase["errors"].items())
        yield TrustReason(
            Weight.RUIN if share > MANY_ERRORS_SHARE else Weight.DOUBT,
            f"{percent(share, 1)} of the transactions of {_named(phase)} ended in an error ({codes}; limit "
            f"{percent(ERRORS_SHARE)}), and its figures are those of the others. Fix what the codes point to, "
            "and run it again.",
        )


def _lengths(drives: Sequence[Result]) -> Iterator[TrustReason]:
    """One sentence for all phases that were too short."""
    short = [phase for phase in drives if phase["seconds"] < FEWEST_SECONDS]
    if short:
        least_s = min(phase["seconds"] for phase in short)
        yield TrustReason(
            Weight.DOUBT if least_s < SHORTEST_S else Weight.RESERVATION,
            f"{_all(short)} {_was(short)} measured for {least_s:.1f} s{_each(short)}, too short to tell whether "
            f"{'they were' if len(short) > 1 else 'it was'} steady (limit {FEWEST_SECONDS} s). Measure for longer.",
        )
    few = [phase for phase in drives if phase not in short and phase["transactions"] < FEWEST_TRANSACTIONS]
    if few:
        least = min(phase["transactions"] for phase in few)
        yield TrustReason(
            Weight.RESERVATION,
            f"{_all(few)} made {least} transactions{_each(few)}, too few for a p99 (limit {FEWEST_TRANSACTIONS:,}). "
            "Measure for longer.",
        )


def _shots(queries: Sequence[Result]) -> Iterator[TrustReason]:
    few = [phase for phase in queries if len(phase["details"].get("shots") or ()) < FEWEST_SHOTS]
    if few:
        yield TrustReason(
            Weight.RESERVATION,
            f"{_all(few)} {_was(few)} made fewer than {FEWEST_SHOTS} times, too few to tell a time from noise "
            f"(limit {FEWEST_SHOTS}). Repeat the query, or the run.",
        )


def _steadiness(phase: Result, series: Series) -> Iterator[TrustReason]:
    start_s, end_s = window_of(phase)
    # A sample is of the second that ends then, and the first and the last may be cut.
    found = unsteady(series.between(start_s + 0.999, end_s + 0.001).values["per_second"])
    if found is None:
        return
    limit = UNEVEN if found.kind == "variation" else MOVED
    far = 2 * UNEVEN if found.kind == "variation" else MOVED_FAR
    moved = "rose" if found.share > 0 else "fell"
    at_s = start_s + (found.at or 0) * (end_s - start_s)
    words = {
        "drift": f"{moved} by {percent(abs(found.share))} from its beginning to its end",
        "step": f"{moved} by {percent(abs(found.share))} at once, {at_s:.0f} s after the run began",
        "variation": f"varied by {percent(found.share)} from second to second",
    }
    yield TrustReason(
        Weight.DOUBT if abs(found.share) > far else Weight.RESERVATION,
        f"The throughput of {_named(phase)} was not steady: it {words[found.kind]} (limit {percent(limit)}). Its mean "
        "hides that; warm up for longer, measure for longer, or look at the charts for what changed.",
    )


def _named(phase: Result) -> str:
    return f"the phase “{phase['name']}”"


def _all(phases: Sequence[Result]) -> str:
    names = [f"“{phase['name']}”" for phase in phases[:MOST_NAMED]]
    more = f" and {len(phases) - MOST_NAMED} more" if len(phases) > MOST_NAMED else ""
    return f"The phase{'s' * (len(phases) > 1)} {', '.join(names)}{more}"


def _was(phases: Sequence[Result]) -> str:
    return "were" if len(phases) > 1 else "was"


def _each(phases: Sequence[Result]) -> str:
    return " at the least" if len(phases) > 1 else ""
