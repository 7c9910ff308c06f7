"""The sections of an experiment's page that show figures: a phase each, with its charts and its table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchlab.charts.experiments.cell_charts import CellChart, panels
from benchlab.charts.experiments.experiment_page import ExperimentPage
from benchlab.charts.experiments.phase_figures import ExperimentFigure, PhaseFigures, phase_figures
from benchlab.charts.experiments.published_figures import PublishedInCell, RatioCell, published_in_cells, ratio_cells
from benchlab.charts.experiments.study_table import StudyTable, study_table
from benchlab.models import Run, State

TOLD_TOGETHER = ("parallel", "sql")
"""Kinds of phases of which a figure or two say all."""


@dataclass(frozen=True)
class PhaseSection:
    key: str
    phase: PhaseFigures
    panels: Sequence[CellChart]


@dataclass(frozen=True)
class MatrixRow:
    phase: PhaseFigures
    figure: ExperimentFigure


@dataclass(frozen=True)
class Matrix:
    """One figure of several phases: a row each, a column for each combination."""

    key: str
    rows: Sequence[MatrixRow]

    @property
    def title(self) -> str:
        return "Time of each step" if self.rows[0].phase.kind == "sql" else self.figure.title

    @property
    def figure(self) -> ExperimentFigure:
        return self.rows[0].figure


@dataclass(frozen=True)
class Results:
    sections: Sequence[PhaseSection]
    matrices: Sequence[Matrix] = ()
    shown: Sequence[Run] = ()
    """A finished run of each cell, for what is shown of runs rather than of medians."""
    beside: Sequence[PublishedInCell] = ()
    """Figures of the study, and ours."""
    study: StudyTable | None = None

    @property
    def drawn(self) -> dict[str, Any]:
        return {"panels": [panel.content for section in self.sections for panel in section.panels]}

    @cached_property
    def ratios(self) -> list[RatioCell]:
        return ratio_cells(self.beside)

    @property
    def conditions(self) -> list[str]:
        """Under which the study's figures were taken."""
        return list(dict.fromkeys(each.published.conditions for each in self.beside if each.published.conditions))


def results_of(page: ExperimentPage) -> Results:
    found = phase_figures(page.experiment, page.runs)
    if not found:
        return Results(())
    charted = [each for each in found if each.kind not in TOLD_TOGETHER]
    sections = [_section(page, phase, f"phase-{place}") for place, phase in enumerate(charted)]
    study = study_table(page)
    # The study's own table says all that a list of its figures would.
    told = () if study else published_in_cells(page)
    return Results(sections, matrices(found), one_of_each(page.runs), told, study)


def matrices(found: Sequence[PhaseFigures]) -> list[Matrix]:
    """One figure of all phases of a kind, in one table."""
    return [
        Matrix(f"{kind}-{place}", [MatrixRow(each, each.figures[place]) for each in phases])
        for kind in TOLD_TOGETHER
        if (phases := [each for each in found if each.kind == kind])
        for place in range(len(phases[0].figures))
    ]


def one_of_each(runs: Sequence[Run]) -> list[Run]:
    """The first finished run of each cell."""
    first: dict[int, Run] = {}
    for run in runs:
        if run.state == State.FINISHED:
            first.setdefault(run.cell or 0, run)
    return [first[cell] for cell in sorted(first)]


def _section(page: ExperimentPage, phase: PhaseFigures, key: str) -> PhaseSection:
    return PhaseSection(key, phase, panels(page.experiment, phase, page.factors, page.runs, key=key))
