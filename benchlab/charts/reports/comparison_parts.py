"""The parts of a comparison that a report can show."""

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, partial

from django.urls import reverse

from benchlab.analysis.comparisons import Comparison
from benchlab.analysis.statistics import Estimate
from benchlab.charts.comparisons.comparison_page import FigureLine, JudgedSide
from benchlab.charts.comparisons.why_different import NamedMovement
from benchlab.charts.publishing import SharedComparison
from benchlab.charts.render import chart_json
from benchlab.charts.render.number_format import UNKNOWN, figure
from benchlab.charts.reports import document_pieces
from benchlab.charts.reports.document_pieces import Cell, Part, Piece, column, number, of_words, words
from benchlab.charts.reports.footnotes import Caveat, badge_words, caveats_of
from benchlab.charts.runs.time_charts import Chart

NOTHING_MOVED = "No counter, query plan or layout that benchlab records differs by more than 5 % between the groups."
UNLIKE = "not comparable."


class ReportedComparison(SharedComparison):
    def __init__(self, comparison: Comparison, reveals: Collection[str], *, phase: str, query: str) -> None:
        super().__init__(comparison, reveals, phase=phase)
        self.reveals, self.address = reveals, f"{reverse('comparison')}?{query}"

    @property
    def name(self) -> str:
        return "Comparison"

    @property
    def source_line(self) -> str:
        runs = f"{self.name} of {len(self.runs)} runs in {len(self.sides)} groups"
        return ", ".join([f"{runs}: {self.comparison.verdict.word}", *badge_words(self.runs.values())])

    @property
    def caveats(self) -> list[Caveat]:
        judged = [(each.side.label, each.verdict) for each in self.sides if each.verdict]
        unlike = [(label, found.reason) for label, found in judged if found.word == "not comparable"]
        told = [f"{label}: {UNLIKE} {reason}" for label, reason in unlike]
        return [*(Caveat(words, words) for words in told), *caveats_of(self.runs.values(), self.reveals)]

    def part(self, key: str) -> Part | None:
        return self.parts.get(key)

    @cached_property
    def parts(self) -> dict[str, Part]:
        found = {
            "verdict": Part("Verdict", self._verdict, is_usual=True),
            "figures": Part("Table of the main metrics", partial(self._figures, self.main), is_usual=True),
        }
        charts = (*self.overlay.measured, *self.overlay.beneath)
        for place, chart in enumerate(charts):
            key, title = f"chart:{chart.panel.key}", chart.panel.title
            found[key] = Part(f"Chart: {title}", partial(self._chart, chart), is_usual=place == 0)
        if self.distribution:
            found["chart:percentiles"] = Part("Chart: Response times by percentile", self._curve, is_usual=True)
        for section in self.sections:
            found[f"figures:{section.phase}"] = Part(
                f"All figures of {section.phase}", partial(self._figures, section.rows)
            )
        if self.comparison.differences:
            found["differences"] = Part("Differences", self._differences)
        if self.in_full and len(self.sides) > 1:
            found["why"] = Part("Explanation", self._why)
        return found

    def _verdict(self) -> Iterator[Piece]:
        found = self.comparison.verdict
        yield document_pieces.verdict(found)
        unit = self.primary.unit if self.primary else ""
        columns = [
            *of_words("Group"),
            column("Runs"),
            column("Median", unit),
            column("Range", unit),
            column("Ratio"),
            column("95 % interval"),
            *of_words("Verdict"),
        ]
        title = f"Verdict on {self.primary.title}, {self.primary.better} is better" if self.primary else "Verdict"
        yield document_pieces.table(title, columns, [_judged_row(each) for each in self.sides])

    def _chart(self, chart: Chart) -> Iterator[Piece]:
        panel = chart_json.panel_of(self.content, chart.panel.key) or {}
        yield chart_json.chart(chart.panel.title, chart.panel.unit, chart.panel.hint, panel)

    def _curve(self) -> Iterator[Piece]:
        yield chart_json.chart(
            "Response time", "ms", "by percentile, all transactions of each group", self.distribution or {}
        )

    def _figures(self, lines: Sequence[FigureLine]) -> Iterator[Piece]:
        labels = [each.side.label for each in self.sides]
        heads = [column(label) for label in labels[:1]]
        for label in labels[1:]:
            heads += [column(label), column(f"Ratio, {label}"), column(f"95 % interval, {label}")]
        columns = [*of_words("Metric"), column("Unit", is_number=False), *heads]
        yield document_pieces.table("Metrics, medians of each group", columns, [_figure_row(line) for line in lines])

    def _differences(self) -> Iterator[Piece]:
        if not self.in_full:
            yield document_pieces.listed("They differ in:", self.differences)
            return
        columns = of_words("Setting", *(each.side.label for each in self.sides), "Compared")
        rows = [
            [
                words(each.title),
                *(words(UNKNOWN if value is None else value) for value in each.values),
                words("no" if each.is_outside else "yes"),
            ]
            for each in self.comparison.differences
        ]
        yield document_pieces.table("Differences", columns, rows)

    def _why(self) -> Iterator[Piece]:
        columns = [
            *of_words("Metric", "Unit"),
            column(self.sides[0].side.label),
            column(self.explained.side.label),
            column("Ratio"),
            *of_words(""),
        ]
        for group in self.movements:
            if told := [each for each in group.first if each.movement.kind != "plan"]:
                title = f"Explanation: {group.title}"
                yield document_pieces.table(title, columns, [_movement_row(each) for each in told])
        if not self.movements:
            yield document_pieces.listed("", [NOTHING_MOVED])


def _judged_row(each: JudgedSide) -> list[Cell]:
    spread = f"{figure(each.least)} to {figure(each.most)}" if len(each.values) > 1 else UNKNOWN
    found = each.verdict
    runs = len(each.side.finished)
    known = [words(each.side.label), number(runs, str(runs)), number(each.median, strong=True), words(spread)]
    if found is None:
        return [*known, number(1, "1"), words(UNKNOWN), words("baseline")]
    return [
        *known,
        number(found.ratio.value if found.ratio else None),
        words(_interval(found.ratio)),
        words(found.word),
    ]


def _interval(ratio: Estimate | None) -> str:
    return f"{figure(ratio.low)} to {figure(ratio.high)}" if ratio and ratio.interval else UNKNOWN


def _figure_row(line: FigureLine) -> list[Cell]:
    cells: list[Cell] = [words(line.figure.title), words(line.figure.unit)]
    for place, cell in enumerate(line.cells):
        moved = f" ({cell.moved})" if cell.moved else ""
        cells.append(number(cell.median, f"{figure(cell.median)}", strong=line.is_primary))
        if place:
            ratio = cell.ratio.value if cell.ratio else None
            cells += [number(ratio, f"{figure(ratio)}{moved}"), words(_interval(cell.ratio))]
    return cells


def _movement_row(named: NamedMovement) -> list[Cell]:
    moved = named.movement
    told = [number(value) if isinstance(value, int | float) else words(value) for value in moved.values]
    noise = words("repeats overlap" if moved.is_noise else "")
    return [words(named.name), words(moved.unit or ""), *told, number(moved.ratio), noise]
