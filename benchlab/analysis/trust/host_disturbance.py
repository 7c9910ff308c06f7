"""Other work on the host while a run was measured."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from benchlab.analysis.runs import Series
from benchlab.analysis.runs.run_summary import Window, within

OTHER_WORK_PERCENT = 15.0
"""Of the host's CPU. benchlab's own pages and probes stay below half of it on two cores."""
STEAL_PERCENT = 5.0


def disturbances(
    sources: Mapping[str, Series], windows: Sequence[Window], phases: Iterable[Mapping[str, Any]], *, threads: int
) -> list[str]:
    """Sentences on what disturbed the measured windows; none where the server's host was not watched.

    ``threads`` is how many the host's processors run at once.
    """
    found = []
    other = other_work_percent(sources, windows, phases, threads=threads)
    if other is not None and other > OTHER_WORK_PERCENT:
        found.append(
            f"While this was measured, {other:.0f} % of the host's CPU went neither to the server nor to the load "
            "generator: other work on that machine disturbed the results. Repeat the run while nothing else runs there."
        )
    stolen = mean_of(sources, windows, "cpu", "steal")
    if stolen is not None and stolen > STEAL_PERCENT:
        found.append(
            f"While this was measured, other virtual machines took {stolen:.0f} % of the host's CPU (steal): "
            "the results depend on their load."
        )
    return found


def other_work_percent(
    sources: Mapping[str, Series], windows: Sequence[Window], phases: Iterable[Mapping[str, Any]], *, threads: int
) -> float | None:
    """The share of the host's CPU that neither the server nor the load generator used, None where it is not known."""
    idle, waiting = (mean_of(sources, windows, "cpu", name) for name in ("idle", "iowait"))
    server = mean_of(sources, windows, "mysqld", "cpu")
    if idle is None or server is None:
        return None
    busy = 100 - idle - (waiting or 0.0)
    return max(0.0, busy - server / threads - _generator_percent(windows, phases, threads=threads))


def _generator_percent(windows: Sequence[Window], phases: Iterable[Mapping[str, Any]], *, threads: int) -> float:
    """Of the host, on average: a drive reports its share of as many processors as it has processes."""
    measured_s = sum(end_s - start_s for start_s, end_s in windows)
    drives = [phase for phase in phases if phase["kind"] == "drive" and phase["seconds"]]
    used = sum(
        phase["details"].get("client_cpu_percent", 0.0) * phase["details"].get("processes", 1) * phase["seconds"]
        for phase in drives
    )
    return float(used / threads / measured_s) if measured_s else 0.0


def mean_of(sources: Mapping[str, Series], windows: Sequence[Window], source: str, metric: str) -> float | None:
    if source not in sources or metric not in sources[source].values:
        return None
    column = within(sources[source], windows).values.get(metric, np.empty(0))
    known = column[np.isfinite(column)]
    return float(known.mean()) if len(known) else None
