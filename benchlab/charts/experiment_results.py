"""The sections of an experiment's page that show figures: a phase each, with its charts and its table."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchlab.charts.experiment_drawing import Panel, panels
from benchlab.charts.experiment_figures import PhaseFigures, phase_figures
from benchlab.charts.experiment_page import ExperimentPage
from benchlab.charts.experiment_published import BesideCell, RatioCell, beside_cells, ratio_cells
from benchlab.charts.study_table import StudyTable, study_table
from benchlab.models import Run, State


@dataclass(frozen=True)
class Section:
    key: str
    phase: PhaseFigures
    panels: Sequence[Panel]


@dataclass(frozen=True)
class Results:
    sections: Sequence[Section]
    shown: Sequence[Run] = ()
    """A finished run of each cell, for what is shown of runs rather than of medians."""
    beside: Sequence[BesideCell] = ()
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
    sections = [_section(page, phase, f"phase-{place}") for place, phase in enumerate(found)]
    if not sections:
        return Results(sections)
    return Results(sections, one_of_each(page.runs), beside_cells(page), study_table(page))


def one_of_each(runs: Sequence[Run]) -> list[Run]:
    """The first finished run of each cell."""
    first: dict[int, Run] = {}
    for run in runs:
        if run.state == State.FINISHED:
            first.setdefault(run.cell or 0, run)
    return [first[cell] for cell in sorted(first)]


def _section(page: ExperimentPage, phase: PhaseFigures, key: str) -> Section:
    # Of steps of SQL and of phases at once the table says all.
    drawn = (
        () if phase.kind in ("sql", "parallel") else panels(page.experiment, phase, page.factors, page.runs, key=key)
    )
    return Section(key, phase, drawn)
