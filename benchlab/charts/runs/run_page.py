"""Everything the run's page shows of one run, each part read when it is first asked for."""

from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from benchlab.analysis.trust.trust_grade import beyond_reasons
from benchlab.charts.layouts import TableHistory
from benchlab.charts.layouts.layout_history import LayoutHistory, LayoutNews, news_since
from benchlab.charts.runs import stored_series
from benchlab.charts.runs.client_stalls_table import StallRow, observed_stalls
from benchlab.charts.runs.load_decay import RunGrowth
from benchlab.charts.runs.load_decay_chart import Growth, growth_of
from benchlab.charts.runs.phase_timeline import Timeline, timeline
from benchlab.charts.runs.published_figures import (
    PublishedAndOurs,
    Ratio,
    published_and_ours,
    ratios,
    shared_differences,
)
from benchlab.charts.runs.run_charts import RunCharts
from benchlab.charts.runs.run_labels import Fact, Word, facts_of, parameter_words
from benchlab.charts.runs.summary_cards import Card, cards, main_phase
from benchlab.definitions.language.problems import Refused
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.phases.check import CheckPhase
from benchlab.models import Baseline, CheckOutcome, Lock, Phase, State
from benchlab.models.results import measured_until

OVERLAP_S = 3.0
"""A poll asks again for this much: a source may be late."""


class RunPage(RunCharts):
    @cached_property
    def known_servers(self) -> set[str]:
        """Those of its servers that have a page here."""
        return {server.name for server in self.run.servers.all()}

    @cached_property
    def checks(self) -> list[CheckOutcome]:
        return list(self.run.checks.all())

    @property
    def broke_off(self) -> str:
        """Shown with figures of a run that did not finish."""
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
        return list(self.run.locks.exclude(reason="")) if self.run.is_over and not self.run.cleaned_up_at else []

    @cached_property
    def timeline(self) -> Timeline:
        return timeline(self.run, self.phases, self.now_s)

    @cached_property
    def cards(self) -> list[Card]:
        main = main_phase(self.phases)
        live = main is not None and not main.result
        sources = self._main_series(main.name) if main and live else {}
        return cards(self.run, self.phases, self.timeline, sources)

    def _main_series(self, phase: str) -> stored_series.Sources:
        wanted = {("phase", metric) for metric in ("per_second", "rows_per_second", "errors", "p50_ms", "p99_ms")}
        found = stored_series.read(self.run, wanted)
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
        return list(beyond_reasons(self.run.warnings, self.run.trust_reasons))

    @cached_property
    def baseline(self) -> Baseline | None:
        """The run or baseline to compare it with; None where it has no result."""
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
        """Phases with more figures than rows and seconds."""
        loads = [phase for phase in self.phases if phase.kind == "load" and phase.result]
        return [phase for phase in loads if "bytes_sent" in phase.result.get("details", {})]

    @property
    def table_definitions(self) -> dict[str, str]:
        """As the server showed them when the run ended."""
        return ((self.run.snapshot or {}).get("end") or self.start).get("tables") or {}

    @cached_property
    def beside(self) -> list[PublishedAndOurs]:
        return published_and_ours(self.plan, self.phases, self.parameters)

    @cached_property
    def shared_differences(self) -> list[str]:
        return shared_differences(self.beside)

    @property
    def ratios(self) -> list[Ratio]:
        return ratios(self.beside)

    @property
    def published_otherwise(self) -> list[PublishedAndOurs]:
        return [each for each in self.beside if not each.published.applies]

    @property
    def felt(self) -> list[StallRow]:
        return observed_stalls(self.phases)

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
