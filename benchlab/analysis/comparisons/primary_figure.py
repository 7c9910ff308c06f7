"""The figure that a comparison judges by: the one that the definition declares, or what it does first."""

from collections.abc import Sequence

from benchlab.analysis.runs import Figure
from benchlab.analysis.runs.figures import figure_named
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.metrics import Better

_DEFAULTS: tuple[tuple[str, str, Better], ...] = (
    ("drive", "per_second", "higher"),
    ("load", "per_second", "higher"),
    ("query", "latency_ms.p50", "lower"),
    ("sql", "seconds", "lower"),
)
"""The throughput of the first drive, else of the first load; else the time of the first query, or of the first SQL."""


def primary_of(plan: Plan) -> Figure | None:
    """None for a plan in which nothing is measured."""
    if plan.primary is None:
        return _first(list(plan.all_phases()))
    kinds = {phase.name: phase.kind for phase in plan.all_phases()}
    named = plan.primary
    return figure_named(named.phase, kinds.get(named.phase, ""), named.figure, named.better)


def _first(phases: Sequence[PlannedPhase]) -> Figure | None:
    for kind, path, better in _DEFAULTS:
        if name := next((phase.name for phase in phases if phase.kind == kind), None):
            return figure_named(name, kind, path, better)
    return None
