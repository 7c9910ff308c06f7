"""The summary cards of a run: its main figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchlab.analysis.runs import Series
from benchlab.charts.render.number_format import clock, count, duration, figure, size
from benchlab.charts.runs.phase_timeline import Timeline
from benchlab.charts.runs.stored_series import Sources
from benchlab.models import Phase, Run


@dataclass(frozen=True)
class Card:
    name: str
    value: str
    unit: str = ""
    note: str = ""


MEASURING = ("drive", "load")
"""Kinds of phases that have a rate while they go on."""
KINDS = (*MEASURING, "query", "sql")
"""What a run is about, the first that it has."""
UNFLUSHED, UNSIZED = "not measured to the disk", "size not measured"


def cards(run: Run, phases: Sequence[Phase], timeline: Timeline, sources: Sources) -> list[Card]:
    """Six at every time, so that nothing moves when a run begins or ends."""
    main, planned = main_phase(phases), planned_kind(run)
    # What comes first creates tables; the run is not about that.
    if main is None or (not run.is_over and main.kind not in MEASURING and planned in MEASURING):
        return [*_unknown(planned), _time(run, timeline)]
    if main.result:
        return [*_finished(main, main.result), _time(run, timeline)]
    return [*_live(main, sources.get(f"phase:{main.name}")), _time(run, timeline)]


def main_phase(phases: Sequence[Phase]) -> Phase | None:
    """The phase that the run is about: its first drive, else its first load, else what goes on."""
    return next((phase for kind in KINDS for phase in phases if phase.kind == kind), None)


def planned_kind(run: Run) -> str:
    """Of the phase that the run is about, or will be."""
    kinds = {phase.kind for phase in run.plan.all_phases()}
    return next((kind for kind in KINDS if kind in kinds), "")


def throughput_of(kind: str) -> str:
    """The metric that says how fast a phase of this kind is."""
    return "rows_per_second" if kind == "load" else "per_second"


def _finished(main: Phase, result: dict[str, Any]) -> list[Card]:
    latency, details = result.get("latency_ms") or {}, result.get("details") or {}
    if main.kind == "load":
        return [_rate(main, result.get("per_second"), _window(main, result, details)), *_load(main, result, details)]
    spread = " · ".join(f"{name} {figure(latency[name])}" for name in ("p50", "max") if name in latency)
    return [
        _rate(main, result.get("per_second"), _window(main, result, details)),
        Card("Response time p99", figure(latency.get("p99")), "ms", _too_few(latency) or spread),
        _stall(details),
        _amount(main, result),
        _errors(result.get("errors") or {}),
    ]


def _load(main: Phase, result: dict[str, Any], details: dict[str, Any]) -> list[Card]:
    """Its second end, and what it left behind."""
    flushed, stored, ratio = (details.get(name) for name in ("flushed_per_second", "stored_bytes", "compression_ratio"))
    value, _, unit = size(stored).partition(" ")
    left_out = details.get("left_out")
    return [
        Card(
            "Flushed after",
            duration(details.get("flushed_s")),
            "",
            f"{figure(flushed)} rows/s" if flushed else UNFLUSHED,
        ),
        Card("On disk", value, unit, f"{figure(details.get('bytes_per_row'))} B a row" if stored else UNSIZED),
        Card("Compression", figure(ratio), "", "bytes sent over bytes on disk"),
        Card("Rows", count(result.get("rows")), "", f"{count(left_out)} left out" if left_out else f"in {main.name}"),
    ]


def _too_few(latency: dict[str, Any]) -> str:
    """The median stands for any number of values."""
    if latency.get("p50") is None or latency.get("p99") is not None:
        return ""
    return f"too few for it; p50 {figure(latency['p50'])} · max {figure(latency['max'])}"


def _window(main: Phase, result: dict[str, Any], details: dict[str, Any]) -> str:
    """What the rate was measured in, and how much its seconds vary."""
    variation = details.get("variation")
    varies = "" if variation is None else f" · varies {100 * variation:.0f} %"
    return f"{main.name}, {duration(result.get('seconds'))}{varies}"


def _stall(details: dict[str, Any]) -> Card:
    worst, stall_s = details.get("worst_second"), details.get("longest_stall_s")
    words = f"slowest second {figure(worst['per_second'])}" if worst else ""
    return Card("Longest stall", figure(None if stall_s is None else stall_s * 1000), "ms", words)


def _amount(main: Phase, result: dict[str, Any]) -> Card:
    if main.kind == "drive":
        return Card("Transactions", count(result.get("transactions")), "", f"{count(result.get('rows'))} rows")
    return Card("Rows", count(result.get("rows")), "", f"in {main.name}")


def _rate(main: Phase, value: float | None, note: str) -> Card:
    what = "Rows" if main.kind == "load" else "Transactions"
    return Card(f"{what} per second", figure(value), "/s", note)


def _errors(errors: dict[str, int]) -> Card:
    by_code = " · ".join(
        f"{number:,} \N{MULTIPLICATION SIGN} {code}"
        for code, number in sorted(errors.items(), key=lambda pair: -pair[1])
    )
    return Card("Errors", count(sum(errors.values())), "", by_code or "none")


def _live(main: Phase, series: Series | None) -> list[Card]:
    if series is None or not len(series.times):
        return _unknown(main.kind)
    metric = throughput_of(main.kind)
    per_second = _known(series, metric)
    worst = f"slowest second {figure(per_second.min())}" if per_second.size else ""
    so_far = count(per_second.sum())
    if main.kind == "load":
        rate = _rate(main, _last(series, metric), f"mean {figure(per_second.mean())}" if per_second.size else "")
        return [rate, *_load_to_come(), Card("Rows", so_far, "", f"in {main.name} so far")]
    tail = f"last second, p50 {figure(_last(series, 'p50_ms'))}"
    return [
        _rate(main, _last(series, metric), f"mean {figure(per_second.mean())}" if per_second.size else ""),
        Card("Response time p99", figure(_last(series, "p99_ms")), "ms", tail),
        Card("Longest stall", figure(None), "ms", worst),
        Card("Transactions", so_far, "", f"in {main.name} so far"),
        Card("Errors", count(_known(series, "errors").sum()), "", "so far"),
    ]


def _load_to_come() -> list[Card]:
    return [Card(name, figure(None), "", "after the last row") for name in ("Flushed after", "On disk", "Compression")]


def _known(series: Series, metric: str) -> Any:
    column = series.values.get(metric, np.empty(0))
    return column[np.isfinite(column)]


def _last(series: Series, metric: str) -> float | None:
    known = _known(series, metric)
    return float(known[-1]) if known.size else None


def _unknown(kind: str) -> list[Card]:
    of_load = ("Rows per second", "Flushed after", "On disk", "Compression", "Rows")
    of_drive = ("Transactions per second", "Response time p99", "Longest stall", "Transactions", "Errors")
    names = of_load if kind == "load" else of_drive
    return [Card(name, figure(None), "", "not measured yet") for name in names]


def _time(run: Run, timeline: Timeline) -> Card:
    if run.is_over:
        took_s = (run.finished_at - run.started_at).total_seconds() if run.finished_at and run.started_at else None
        return Card("Duration", duration(took_s), "", "all phases and preparation")
    current = timeline.current
    note = f"now: {current.name}" if current else "not started"
    if not timeline.left_s and not timeline.left_is_known:
        return Card("Time left", "unknown", "", note)
    least = "" if timeline.left_is_known else "at least "
    return Card("Time left", f"{least}{clock(timeline.left_s)}", "", note)
