"""The charts over time of one run, read when a tab is opened and again for every poll."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.utils import timezone

from benchlab.analysis.runs import Series
from benchlab.charts.runs import stored_series, time_charts
from benchlab.charts.runs.panels import Panel, panels_of
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.models import Phase, Run


@dataclass(frozen=True)
class Drawn:
    """The charts of a tab: ``silent`` are those that were 0 all the time."""

    charts: list[time_charts.Chart]
    silent: list[time_charts.Chart]
    content: dict[str, Any]
    is_coarse: bool
    """Whether there is more to see when one zooms in."""


class RunCharts:
    def __init__(self, run: Run) -> None:
        self.run = run

    @cached_property
    def plan(self) -> Plan:
        return self.run.plan

    @cached_property
    def phases(self) -> list[Phase]:
        return list(self.run.phases.all())

    @cached_property
    def now_s(self) -> float:
        """The run's clock, by the wall clock of the web server: good enough for what is left."""
        until = self.run.finished_at or timezone.now()
        return (until - self.run.started_at).total_seconds() if self.run.started_at else 0.0

    @cached_property
    def end_s(self) -> float:
        ended = [phase.finished_s for phase in self.phases if phase.finished_s is not None]
        return max(ended, default=self.now_s) if self.run.is_over else max(self.now_s, 30.0)

    def drawn(self, tab: str) -> Drawn:
        """The charts of a tab, with about as many points as a screen can show."""
        panels, sources = self._read([tab])
        every = time_charts.charts(panels, {**self._expected_sources(), **sources})
        shown = [chart for chart in every if chart.says_something or self._is_awaited(chart.panel)]
        silent = [chart for chart in every if chart not in shown and chart.tracks]
        is_coarse = any(len(series.times) > time_charts.POINTS for series in sources.values())
        return Drawn(shown, silent, self._content(shown), is_coarse)

    def _is_awaited(self, panel: Panel) -> bool:
        """Whether something may yet be drawn in it: of phases only what the plan has."""
        awaited = "load" if any(line.metric in _TO_COME["load"] for line in panel.lines) else "drive"
        is_planned = panel.kind != "phase" or awaited in {phase.kind for phase in self.plan.all_phases()}
        return not self.run.is_over and panel.is_live and is_planned

    def drawn_since(self, tabs: Sequence[str], after_s: float) -> dict[str, Any]:
        """Only the new points of the tabs that are open."""
        panels, sources = self._read(tabs, after_s=after_s)
        return self._content(time_charts.charts(panels, {**self._expected_sources(), **sources}))

    def drawn_between(self, tab: str, start_s: float, end_s: float) -> dict[str, Any]:
        """A stretch of the charts of a tab in all its detail."""
        panels, sources = self._read([tab])
        return self._content(
            time_charts.charts(panels, {name: series.between(start_s, end_s) for name, series in sources.items()})
        )

    def _read(self, tabs: Sequence[str], *, after_s: float | None = None) -> tuple[list[Panel], stored_series.Sources]:
        panels = [panel for tab in tabs for panel in panels_of(tab)]
        wanted = {(panel.kind, line.metric) for panel in panels for line in panel.lines}
        sources = stored_series.read(self.run, wanted, after_s=after_s)
        # In the order of the plan, so that a phase has the same colour while the run goes on and afterwards.
        order = {f"phase:{phase.name}": number for number, phase in enumerate(self.plan.all_phases())}
        return panels, dict(sorted(sources.items(), key=lambda pair: (order.get(pair[0], -1), pair[0])))

    def _content(self, charts: list[time_charts.Chart]) -> dict[str, Any]:
        return time_charts.as_json(charts, self.phases, end_s=self.end_s, is_over=self.run.is_over)

    def _expected_sources(self) -> stored_series.Sources:
        """What phases will measure, so that their charts have a place before they begin."""
        if self.run.is_over:
            return {}
        return {f"phase:{phase.name}": _to_come(phase) for phase in self.plan.all_phases() if phase.kind in _TO_COME}


_TO_COME = {"drive": ("per_second", "p50_ms", "p95_ms", "p99_ms", "max_ms"), "load": ("rows_per_second",)}


def _to_come(phase: PlannedPhase) -> Series:
    nothing = np.empty(0)
    return Series(nothing, dict.fromkeys(_TO_COME[phase.kind], nothing))
