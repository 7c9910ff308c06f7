"""Everything the run's page shows of one run, each part read when it is first asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

import numpy as np
from django.utils import timezone

from benchlab.analysis.series import Series
from benchlab.analysis.trust import beyond
from benchlab.charts import chunks, drawing
from benchlab.charts.cards import Card, cards, main_phase
from benchlab.charts.felt import FeltRow, felt_rows
from benchlab.charts.growth import RunGrowth
from benchlab.charts.growth_drawing import Growth, growth_of
from benchlab.charts.layout_history import LayoutHistory, LayoutNews, TableHistory, news_since
from benchlab.charts.panels import Panel, panels_of
from benchlab.charts.record import Beside, Ratio, beside_published, ratios, shared_differences
from benchlab.charts.timeline import Timeline, timeline
from benchlab.charts.words import Fact, Word, facts_of, parameter_words
from benchlab.definitions.parameters import Parameter
from benchlab.definitions.plan import CheckPhase, Plan
from benchlab.definitions.plan import Phase as PlannedPhase
from benchlab.definitions.problems import Refused
from benchlab.models import Baseline, CheckOutcome, Lock, Phase, Run, State
from benchlab.models.series import measured_until

OVERLAP_S = 3.0
"""A poll asks again for this much: a source may be late."""


@dataclass(frozen=True)
class Drawn:
    """The charts of a tab: ``silent`` are those that were 0 all the time."""

    charts: list[drawing.Chart]
    silent: list[drawing.Chart]
    content: dict[str, Any]
    is_coarse: bool
    """Whether there is more to see when one zooms in."""


class RunPage:
    def __init__(self, run: Run) -> None:
        self.run = run

    @cached_property
    def plan(self) -> Plan:
        return self.run.plan

    @cached_property
    def known_servers(self) -> set[str]:
        """Those of its servers that have a page here."""
        return {server.name for server in self.run.servers.all()}

    @cached_property
    def phases(self) -> list[Phase]:
        return list(self.run.phases.all())

    @cached_property
    def checks(self) -> list[CheckOutcome]:
        return list(self.run.checks.all())

    @property
    def broke_off(self) -> str:
        """What stands beside figures that are not the run's, because it did not come to its end."""
        return {State.FAILED: "until it failed", State.CANCELLED: "until cancelled"}.get(State(self.run.state), "")

    @property
    def checks_missed(self) -> int:
        return sum(not check.passed for check in self.checks)

    @property
    def awaited_checks(self) -> list[tuple[str, str]]:
        """What the plan will check, and its limit, so that the outcome finds its place."""
        checks = [] if self.run.is_over else [each for each in self.plan.phases if isinstance(each, CheckPhase)]
        return [
            (f"{check.name}: {each.figure} of {each.phase}", f"{each.operator} {each.limit:g}")
            for check in checks
            for each in check.conditions
        ]

    @property
    def awaits_layout(self) -> bool:
        return not self.run.is_over and any("PARTITION BY" in ddl.upper() for ddl in self.plan.tables.values())

    @cached_property
    def still_held(self) -> list[Lock]:
        """What others wait for although the run has ended, with the reason."""
        return list(self.run.locks.exclude(reason="")) if self.run.is_over and not self.run.settled_at else []

    @cached_property
    def now_s(self) -> float:
        """The run's clock, by the wall clock of the web server: good enough for what is left."""
        until = self.run.finished_at or timezone.now()
        return (until - self.run.started_at).total_seconds() if self.run.started_at else 0.0

    @cached_property
    def end_s(self) -> float:
        ended = [phase.finished_s for phase in self.phases if phase.finished_s is not None]
        return max(ended, default=self.now_s) if self.run.is_over else max(self.now_s, 30.0)

    @cached_property
    def timeline(self) -> Timeline:
        return timeline(self.run, self.phases, self.now_s)

    @cached_property
    def cards(self) -> list[Card]:
        main = main_phase(self.phases)
        live = main is not None and not main.result
        sources = self._main_series(main.name) if main and live else {}
        return cards(self.run, self.phases, self.timeline, sources)

    def _main_series(self, phase: str) -> chunks.Sources:
        wanted = {("phase", metric) for metric in ("per_second", "rows_per_second", "errors", "p50_ms", "p99_ms")}
        found = chunks.read(self.run, wanted)
        return {source: series for source, series in found.items() if source == f"phase:{phase}"}

    @cached_property
    def parameters(self) -> dict[str, Parameter]:
        try:
            return self.run.revision.definition.parameters
        except Refused:  # Written for another version of the language.
            return {}

    @cached_property
    def words(self) -> list[Word]:
        return parameter_words(self.plan, self.parameters)

    @property
    def start(self) -> dict[str, Any]:
        """The snapshot at the run's start."""
        return (self.run.snapshot or {}).get("start") or {}

    @cached_property
    def other_warnings(self) -> list[str]:
        """Those that are not among the reasons of the grade."""
        return list(beyond(self.run.warnings, self.run.trust_reasons))

    @cached_property
    def baseline(self) -> Baseline | None:
        """What it is to be held against, itself perhaps; nothing where it is no result."""
        return Baseline.objects.listed().of(self.run) if self.run.state == State.FINISHED else None

    @property
    def baseline_choice(self) -> str:
        """The address of its comparison with the baseline's repeats."""
        repeats = list(self.baseline.repeats.values_list("pk", flat=True)) if self.baseline else []
        return urlencode([*(("against", number) for number in repeats), ("run", self.run.pk)])

    @property
    def changed_settings(self) -> dict[str, dict[str, Any]]:
        return self.start.get("changed") or {}

    @cached_property
    def history(self) -> LayoutHistory:
        return LayoutHistory(self.run, self.phases)

    @property
    def growth(self) -> Growth | None:
        return growth_of(RunGrowth(self.run, self.phases, self.history))

    @cached_property
    def partitioned(self) -> list[TableHistory]:
        """The partitioned tables, as of their last capture."""
        return [each for each in self.history.latest if each.now.is_partitioned]

    @property
    def queries(self) -> list[Phase]:
        return [phase for phase in self.phases if phase.kind == "query" and phase.result]

    @property
    def loads(self) -> list[Phase]:
        """Those that tell more than their rows and seconds."""
        loads = [phase for phase in self.phases if phase.kind == "load" and phase.result]
        return [phase for phase in loads if "bytes_sent" in phase.result.get("details", {})]

    @property
    def table_definitions(self) -> dict[str, str]:
        """As the server showed them when the run ended."""
        return ((self.run.snapshot or {}).get("end") or self.start).get("tables") or {}

    @cached_property
    def beside(self) -> list[Beside]:
        return beside_published(self.plan, self.phases, self.parameters)

    @cached_property
    def shared_differences(self) -> list[str]:
        return shared_differences(self.beside)

    @property
    def ratios(self) -> list[Ratio]:
        return ratios(self.beside)

    @property
    def published_otherwise(self) -> list[Beside]:
        return [each for each in self.beside if not each.published.applies]

    @property
    def felt(self) -> list[FeltRow]:
        return felt_rows(self.phases)

    @property
    def published_conditions(self) -> list[str]:
        return list(
            dict.fromkeys(
                each.published.conditions
                for each in self.beside
                if each.published.applies and each.published.conditions
            )
        )

    @property
    def host_facts(self) -> list[Fact]:
        return facts_of(self.start.get("host"))

    @property
    def storage_facts(self) -> list[Fact]:
        return facts_of(self.start.get("storage"))

    @property
    def failed_phase(self) -> str:
        return next((each.name for each in self.timeline.stretches if each.state == "failed"), "")

    def drawn(self, tab: str) -> Drawn:
        """The charts of a tab, with about as many points as a screen can tell apart."""
        panels, sources = self._read([tab])
        every = drawing.charts(panels, {**self._expected_sources(), **sources})
        shown = [chart for chart in every if chart.says_something or self._is_awaited(chart.panel)]
        silent = [chart for chart in every if chart not in shown and chart.tracks]
        is_coarse = any(len(series.times) > drawing.POINTS for series in sources.values())
        return Drawn(shown, silent, self._content(shown), is_coarse)

    def _is_awaited(self, panel: Panel) -> bool:
        """Whether something may yet be drawn in it: of phases only what the plan has."""
        awaited = "load" if any(line.metric in _TO_COME["load"] for line in panel.lines) else "drive"
        is_planned = panel.kind != "phase" or awaited in {phase.kind for phase in self.plan.all_phases()}
        return not self.run.is_over and panel.is_live and is_planned

    def drawn_since(self, tabs: Sequence[str], after_s: float) -> dict[str, Any]:
        """Only the new points of the tabs that are open."""
        panels, sources = self._read(tabs, after_s=after_s)
        return self._content(drawing.charts(panels, {**self._expected_sources(), **sources}))

    def drawn_between(self, tab: str, start_s: float, end_s: float) -> dict[str, Any]:
        """A stretch of the charts of a tab in all its detail."""
        panels, sources = self._read([tab])
        return self._content(
            drawing.charts(panels, {name: series.between(start_s, end_s) for name, series in sources.items()})
        )

    def _read(self, tabs: Sequence[str], *, after_s: float | None = None) -> tuple[list[Panel], chunks.Sources]:
        panels = [panel for tab in tabs for panel in panels_of(tab)]
        wanted = {(panel.kind, line.metric) for panel in panels for line in panel.lines}
        sources = chunks.read(self.run, wanted, after_s=after_s)
        # In the order of the plan, so that a phase has the same colour while the run goes on and afterwards.
        order = {f"phase:{phase.name}": number for number, phase in enumerate(self.plan.all_phases())}
        return panels, dict(sorted(sources.items(), key=lambda pair: (order.get(pair[0], -1), pair[0])))

    def _content(self, charts: list[drawing.Chart]) -> dict[str, Any]:
        return drawing.as_json(charts, self.phases, end_s=self.end_s, is_over=self.run.is_over)

    def _expected_sources(self) -> chunks.Sources:
        """What phases will measure, so that their charts have a place before they begin."""
        if self.run.is_over:
            return {}
        return {f"phase:{phase.name}": _to_come(phase) for phase in self.plan.all_phases() if phase.kind in _TO_COME}

    def layout_news(self, after_s: float) -> LayoutNews | None:
        return None if self.run.is_over else news_since(after_s, self.history)

    @property
    def has_just_begun(self) -> bool:
        """What was said of its waiting is no longer true."""
        return self.run.state == State.RUNNING and self.now_s < 2 * OVERLAP_S

    @property
    def after(self) -> str:
        """Where the next poll begins."""
        return f"{max(0.0, (measured_until(self.run) or 0.0) - OVERLAP_S):.2f}"


_TO_COME = {"drive": ("per_second", "p50_ms", "p95_ms", "p99_ms", "max_ms"), "load": ("rows_per_second",)}


def _to_come(phase: PlannedPhase) -> Series:
    nothing = np.empty(0)
    return Series(nothing, dict.fromkeys(_TO_COME[phase.kind], nothing))
