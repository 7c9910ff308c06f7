"""Everything that the page of a comparison shows, each part read when it is first asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any

from benchlab.analysis.comparisons import Comparison, Side, Verdict
from benchlab.analysis.comparisons.differences import Difference
from benchlab.analysis.comparisons.figure_table import Moved
from benchlab.analysis.comparisons.why_different import Explanation, explain
from benchlab.analysis.runs import Figure
from benchlab.analysis.statistics import Estimate
from benchlab.charts.comparisons.overlaid_series import Overlay, lanes, overlay
from benchlab.charts.comparisons.why_different import MovementGroup, grouped
from benchlab.charts.render.colours import COLOURS
from benchlab.charts.runs.latency_distribution import percentile_panel
from benchlab.definitions.phases import repeat
from benchlab.histogram import Histogram
from benchlab.models import Phase, Run, StoredHistogram

MOST_DRAWN = 50
"""More lines are not distinguishable."""
DRAWN_KINDS = ("drive", "load")


@dataclass(frozen=True)
class JudgedSide:
    """A side with its verdict; the baseline has none."""

    side: Side
    place: int
    verdict: Verdict | None
    values: Sequence[float]
    """The primary figure of each repeat."""

    @property
    def median(self) -> float | None:
        return median(self.values) if self.values else None

    @property
    def least(self) -> float:
        return min(self.values)

    @property
    def most(self) -> float:
        return max(self.values)


@dataclass(frozen=True)
class FigureCell:
    """A figure of a side."""

    values: Sequence[float]
    median: float | None
    ratio: Estimate | None
    moved: Moved | None


@dataclass(frozen=True)
class FigureLine:
    """A figure of all sides."""

    figure: Figure
    is_primary: bool
    cells: Sequence[FigureCell]


@dataclass(frozen=True)
class PhaseTable:
    """The figures of a phase."""

    phase: str
    rows: Sequence[FigureLine]


class ComparisonPage:
    def __init__(self, comparison: Comparison, *, phase: str = "", why: int = 1) -> None:
        self.comparison = comparison
        self.asked = phase
        self.why = min(max(1, why), len(comparison.sides) - 1)

    @property
    def sides(self) -> list[JudgedSide]:
        verdicts = (None, *self.comparison.verdicts)
        return [JudgedSide(side, at, verdicts[at], self._values(side)) for at, side in enumerate(self.comparison.sides)]

    def _values(self, side: Side) -> Sequence[float]:
        return side.values(self.primary) if self.primary else ()

    @property
    def primary(self) -> Figure | None:
        return self.comparison.primary

    @cached_property
    def runs(self) -> dict[int, Run]:
        """As lists show them, by number, in the order of the comparison."""
        numbers = [member.run for side in self.comparison.sides for member in side.members]
        found = Run.objects.listed().in_bulk(numbers)
        return {number: found[number] for number in numbers}

    @cached_property
    def phases(self) -> list[str]:
        """Those that can be drawn over time, in the order of the runs."""
        results = [member.phases for side in self.comparison.sides for member in side.members]
        return list(dict.fromkeys(name for each in results for name in each if each[name]["kind"] in DRAWN_KINDS))

    @cached_property
    def phase(self) -> str:
        """The one that was asked for, else the primary figure's, else the first."""
        primary = self.comparison.primary.phase if self.comparison.primary else ""
        return next((name for name in (self.asked, primary, *self.phases) if name in self.phases), "")

    @cached_property
    def lines(self) -> list[FigureLine]:
        return [
            FigureLine(row.figure, row.is_primary, [FigureCell(*each) for each in zip(*parts, strict=True)])
            for row in self.comparison.rows
            for parts in [(row.values, row.medians, row.ratios, row.moved)]
        ]

    @property
    def main(self) -> list[FigureLine]:
        return [line for line in self.lines if line.is_primary or line.figure.is_main]

    @property
    def sections(self) -> list[PhaseTable]:
        phases = dict.fromkeys(line.figure.phase for line in self.lines)
        return [PhaseTable(name, [line for line in self.lines if line.figure.phase == name]) for name in phases]

    @property
    def outside(self) -> tuple[Difference, ...]:
        return self.comparison.outside

    @property
    def firsts(self) -> list[tuple[str, Run]]:
        """The first finished run of each side, of as many sides as have a colour."""
        first = {side.label: side.finished[0].run for side in self.comparison.sides if side.finished}
        found = Run.objects.in_bulk(first.values())
        return [(label, found[run]) for label, run in first.items()][: len(COLOURS)]

    @cached_property
    def explanation(self) -> Explanation:
        return explain(self.comparison, self.why)

    @cached_property
    def movements(self) -> list[MovementGroup]:
        """By what they are of, each group with its largest first."""
        return grouped(self.explanation)

    @property
    def explained(self) -> JudgedSide:
        return self.sides[self.why]

    @property
    def not_drawn(self) -> int:
        """How many runs the charts leave out."""
        return max(0, len(self.runs) - MOST_DRAWN)

    @cached_property
    def overlay(self) -> Overlay:
        sides = {
            member.run: (side.label, place)
            for place, side in enumerate(self.comparison.sides)
            for member in side.members
        }
        shown = dict(list(sides.items())[:MOST_DRAWN])
        phases = Phase.objects.filter(run__in=shown, name=self.phase, finished_s__isnull=False)
        return overlay(lanes(shown, list(phases.select_related("run").only(*_OF_A_LANE))))

    @cached_property
    def distribution(self) -> dict[str, Any] | None:
        """The percentiles of all transactions of each side; histograms are merged, as percentiles can not be."""
        merged = {side.label: self._merged(side) for side in self.comparison.sides}
        known = {label: histogram for label, histogram in merged.items() if histogram.count}
        return percentile_panel("percentiles", known) if known else None

    def _merged(self, side: Side) -> Histogram:
        merged = Histogram()
        for run in (member.run for member in side.finished):
            for counts in self._histograms.get(run, ()):
                merged.merge(Histogram.from_bytes(counts))
        return merged

    @cached_property
    def _histograms(self) -> dict[int, list[bytes]]:
        names = {
            name
            for side in self.comparison.sides
            for member in side.members
            for name in repeat.of(self.phase, member.phases)
        }
        stored = StoredHistogram.objects.filter(phase__run__in=self.runs, phase__name__in=names, statement="")
        found: dict[int, list[bytes]] = {}
        for run, counts in stored.values_list("phase__run_id", "counts"):
            found.setdefault(run, []).append(bytes(counts))
        return found

    @property
    def content(self) -> dict[str, Any]:
        """What charts.js draws."""
        drawn = dict(self.overlay.content)
        still = [self.distribution] if self.distribution else []
        return {**drawn, "panels": [*drawn["panels"], *still]}


_OF_A_LANE = ("run__id", "name", "kind", "started_s", "finished_s", "result", "run_id")
