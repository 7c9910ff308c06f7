"""The summary of a run: its main figure, and how busy the host was."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from benchlab.analysis.runs.series import Floats, Series
from benchlab.metrics import Metric, kind_of

Window = tuple[float, float]
"""From and to, in seconds since the run began."""

HOST_KINDS = ("cpu", "disk", "mysqld", "server", "sar")
MEASURED_KINDS = ("load", "drive", "query", "parallel")


def host_summary(
    sources: Mapping[str, Series], windows: Sequence[Window], metrics: Mapping[tuple[str, str], Metric]
) -> dict[str, dict[str, Any]]:
    """``{"cpu.user": {unit, mean, max}}`` over the windows; a metric without a sample in them is left out."""
    return {
        f"{source}.{name}": {"unit": metrics[kind_of(source), name].unit, **figures}
        for source, series in sorted(sources.items())
        if kind_of(source) in HOST_KINDS
        for name, column in within(series, windows).values.items()
        if (kind_of(source), name) in metrics and (figures := _mean_and_max(column))
    }


def measured_windows(phases: Iterable[Mapping[str, Any]]) -> list[Window]:
    """When the phases of a result document that measure something were measured, their warm-up left out."""
    measured = [phase for phase in phases if phase["kind"] in MEASURED_KINDS and phase["seconds"]]
    drives = [phase for phase in measured if phase["kind"] == "drive"]
    return [window_of(phase) for phase in drives or measured]


def headline(phases: Sequence[Mapping[str, Any]]) -> float | None:
    """Transactions a second of the first drive, else rows a second of the first load."""
    for phase in phases:
        if phase["kind"] == "drive":
            return phase["per_second"]  # type: ignore[no-any-return]
    for phase in phases:
        if phase["kind"] == "load" and phase["seconds"]:
            return float(phase["rows"] / phase["seconds"])
    return None


def window_of(phase: Mapping[str, Any]) -> Window:
    start_s = phase["started_s"] + (phase["warmup_s"] or 0)
    return start_s, start_s + phase["seconds"]


def within(series: Series, windows: Sequence[Window]) -> Series:
    """What of the series lies in the windows."""
    return Series.join(series.between(start_s, end_s) for start_s, end_s in windows)


def _mean_and_max(column: Floats) -> dict[str, float]:
    known = column[np.isfinite(column)]
    return {"mean": float(known.mean()), "max": float(known.max())} if len(known) else {}
