"""The parts of an experiment that a report can show."""

from collections.abc import Iterator, Sequence
from functools import cached_property, partial

from benchlab.analysis.statistics import Spread
from benchlab.charts.experiments.cell_charts import CellChart
from benchlab.charts.experiments.phase_figures import ExperimentFigure
from benchlab.charts.experiments.published_figures import PublishedInCell
from benchlab.charts.experiments.result_sections import Matrix, PhaseSection
from benchlab.charts.experiments.study_table import StudyRow, StudySide, StudyTable
from benchlab.charts.publishing import SharedExperiment
from benchlab.charts.publishing.redaction import anonymous, badge_of
from benchlab.charts.render import chart_json
from benchlab.charts.render.number_format import UNKNOWN, amount, figure, measured
from benchlab.charts.reports import document_pieces
from benchlab.charts.reports.document_pieces import Cell, Part, Piece, column, number, of_words, words
from benchlab.charts.reports.footnotes import Caveat, badge_words, caveats_of, warning_of
from benchlab.charts.reports.run_parts import GRADE_TONES
from benchlab.charts.runs.run_labels import cache_words

ALL = "all"
CONDITIONS = "How the study measured:"
STATE_TONES = {"finished": "good", "failed": "bad"}


class ReportedExperiment(SharedExperiment):
    @property
    def name(self) -> str:
        return f"Experiment {self.number}"

    @property
    def address(self) -> str:
        return self._page.experiment.get_absolute_url()

    @property
    def source_line(self) -> str:
        state = "" if self.state == "finished" else self.state
        return ", ".join(filter(None, (self.name, state, *badge_words(self._page.runs))))

    @property
    def caveats(self) -> list[Caveat]:
        told = caveats_of(self._page.runs, self._reveals)
        if not self.in_full:
            return told
        warned = (each for warning in self._page.warnings for each in warning.told)
        return [*told, *(warning_of(text, run) for text, run in warned)]

    def part(self, key: str) -> Part | None:
        return self.parts.get(key)

    @cached_property
    def parts(self) -> dict[str, Part]:
        results = self.results
        found = {
            "summary": Part("Summary", self._summary, is_usual=True),
            "runs": Part("Table of its runs", self._runs),
        }
        for section in results.sections:
            name = section.phase.name
            for panel in section.panels:
                found[chart_key(section, panel)] = Part(
                    f"Chart: {panel.title} of {name}", partial(_chart, panel, name), is_usual=True
                )
            found[f"figures:{name}"] = Part(f"Figures of {name}", partial(self._figures, section), is_usual=True)
        for matrix in results.matrices:
            found[f"figures:{matrix.key}"] = Part(matrix.title, partial(_matrix, matrix))
        if results.study:
            found["published"] = Part("The study's table", partial(self._study, results.study), is_usual=True)
        elif results.beside:
            found["published"] = Part("Published and measured results", self._published, is_usual=True)
        return found

    def _summary(self) -> Iterator[Piece]:
        yield document_pieces.signs(
            (self.state, STATE_TONES.get(self.state, "")),
            (f"trust {self.grades}" if self.grades else "", GRADE_TONES.get(self.grades[-1:], "")),
        )
        yield document_pieces.facts(self._circumstances())

    def _circumstances(self) -> Iterator[tuple[str, str]]:
        yield "Benchmark", self.benchmark
        for factor in self.factors:
            yield factor.label, ", ".join(factor.values)
        yield "Repeats", f"{self.repeats} of each combination" if self.repeats > 1 else ""
        yield "Server", ", ".join(self.versions)
        yield "Durability", ", ".join(sorted({badge_of(run) for run in self._page.runs} - {""}))
        yield "Parameters", ", ".join(word.text for word in self.words)
        yield "Launched", f"{self.created_at:%Y-%m-%d %H:%M} UTC"
        yield "Launched by", self.by

    @property
    def _heads(self) -> list[dict[str, object]]:
        return of_words(*(factor.label for factor in self.factors)) or of_words("Combination")

    def _runs(self) -> Iterator[Piece]:
        repeats = [column(f"Repeat {slot.repeat}", self.unit) for slot in self.rows[0].slots]
        columns = [*self._heads, *repeats, column("Median", self.unit), column("Range", self.unit)]
        yield document_pieces.table(
            "Runs",
            columns,
            [
                [
                    *_cell(row.values),
                    *(number(slot.figure, _gap(slot.run) if slot.figure is None else "") for slot in row.slots),
                    *_spread(row.spread, ""),
                ]
                for row in self.rows
            ],
        )

    def _figures(self, section: PhaseSection) -> Iterator[Piece]:
        """A row for each combination, with the median of each figure, and of the first how far it spreads."""
        main, *others = section.phase.figures
        heads = [column(main.title, main.unit), column("Range", main.unit)]
        columns = [*self._heads, *heads, *(column(each.title, each.unit) for each in others)]
        caches = f" ({', '.join(map(cache_words, section.phase.caches))})" if section.phase.caches else ""
        rows = [
            [*_cell(cell.words), *_spread(cell.spread, main.unit), *(_median(each, cell.cell) for each in others)]
            for cell in main.cells
        ]
        yield document_pieces.table(f"{section.phase.name}: medians of each combination{caches}", columns, rows)
        reasons = {value.reason for cell in main.cells for value in cell.values if value.reason}
        if reasons and self.in_full:
            yield document_pieces.listed("Left out:", sorted(reasons))

    def _published(self) -> Iterator[Piece]:
        columns = [
            *of_words("ExperimentFigure"),
            *self._heads,
            column("Study"),
            column("Measured, median"),
            column("Range"),
            column("Ratio"),
        ]
        rows = [_published_row(each) for each in self.results.beside]
        for ratio in self.results.ratios:
            told = [number(ratio.published), number(ratio.ours), words(""), words("")]
            rows.append([words(ratio.label), *_cell(ratio.words), *told])
        yield document_pieces.table("Published and measured results", columns, rows)
        differences = {said for each in self.results.beside for said in each.differences}
        if differences:
            yield document_pieces.listed("Differences from the study:", sorted(differences))
        if self.results.conditions:
            yield document_pieces.listed(CONDITIONS, self.results.conditions)

    def _study(self, table: StudyTable) -> Iterator[Piece]:
        sides = (table.left, table.right)
        columns = [
            *of_words("ExperimentFigure"),
            *(column(f"Published, {side}") for side in sides),
            column("Published, ratio"),
            *(column(f"Measured, {side}") for side in sides),
            column("Measured, ratio"),
        ]
        yield document_pieces.table(
            "The study's table and ours", columns, [_study_row(row) for row in (*table.told, *table.untold)]
        )
        if table.differences:
            yield document_pieces.listed("Differences from the study:", table.differences)
        if table.conditions:
            yield document_pieces.listed(CONDITIONS, table.conditions)


def chart_key(section: PhaseSection, panel: CellChart) -> str:
    """By the phase's name: its place may be another once further runs have finished."""
    return f"chart:{section.phase.name}:{panel.key.removeprefix(f'{section.key}-')}"


def _chart(panel: CellChart, phase: str) -> Iterator[Piece]:
    [told] = anonymous({"panels": [dict(panel.content)]})["panels"]
    yield chart_json.chart(f"{panel.title} of {phase}", panel.unit, panel.hint, told)


def _matrix(matrix: Matrix) -> Iterator[Piece]:
    unit = matrix.figure.unit
    columns = [*of_words("Phase"), *(column(" · ".join(cell.words) or ALL, unit) for cell in matrix.figure.cells)]
    rows = [
        [words(row.phase.name), *(number(cell.spread.median if cell.spread else None) for cell in row.figure.cells)]
        for row in matrix.rows
    ]
    yield document_pieces.table(f"{matrix.title}, medians", columns, rows)


def _cell(values: Sequence[str]) -> list[Cell]:
    return [words(value) for value in values] or [words(ALL)]


def _gap(run: object) -> str:
    return (
        "deleted"
        if run is None
        else "excluded"
        if getattr(run, "is_excluded", False)
        else str(getattr(run, "state", ""))
    )


def _spread(spread: Spread | None, unit: str) -> list[Cell]:
    median = spread.median if spread else None
    return [number(median, amount(median, unit), strong=True), words(_range(spread, unit))]


def _range(spread: Spread | None, unit: str) -> str:
    if spread is None or spread.count < 2:
        return UNKNOWN
    return f"{amount(spread.least, unit)} to {amount(spread.most, unit)}"


def _median(told: ExperimentFigure, cell: int) -> Cell:
    spread = next((each.spread for each in told.cells if each.cell == cell), None)
    median = spread.median if spread else None
    return number(median, amount(median, told.unit))


def _published_row(each: PublishedInCell) -> list[Cell]:
    published, ours, of_median = each.published, each.ours, each.of_median
    median = ours.median if ours else None
    ends = (ours.least, ours.most) if ours and ours.count > 1 else None
    return [
        words(published.label),
        *_cell(each.words),
        number(published.value, measured(published.value, published.unit)),
        number(median, measured(median, published.unit), strong=True),
        words(" to ".join(measured(end, published.unit) for end in ends) if ends else UNKNOWN),
        words("other scale") if of_median.is_of_other_work else number(of_median.speed),
    ]


def _study_row(row: StudyRow) -> list[Cell]:
    caches = f" ({row.caches})" if row.caches else ""
    return [
        words(f"{row.label}{caches}"),
        *(_side(side.published, row.unit) for side in row.sides),
        number(row.published_ratio),
        *(_ours(side, row.unit) for side in row.sides),
        number(row.our_ratio, figure(row.our_ratio), strong=True),
    ]


def _ours(side: StudySide, unit: str) -> Cell:
    return words("not applicable") if side.reason and not side.ours else _side(side.ours, unit)


def _side(spread: Spread | None, unit: str) -> Cell:
    return number(spread.median, measured(spread.median, unit)) if spread else number(None)
