"""The sections of an experiment's page that show figures: a phase each, with its charts and its table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.charts.experiment_drawing import Panel, panels
from benchlab.charts.experiment_figures import PhaseFigures, phase_figures
from benchlab.charts.experiment_page import ExperimentPage


@dataclass(frozen=True)
class Section:
    phase: PhaseFigures
    panels: Sequence[Panel]

    @property
    def key(self) -> str:
        return f"phase-{self.phase.ordinal}"


@dataclass(frozen=True)
class Results:
    sections: Sequence[Section]

    @property
    def drawn(self) -> dict[str, Any]:
        return {"panels": [panel.content for section in self.sections for panel in section.panels]}


def results_of(page: ExperimentPage) -> Results:
    found = phase_figures(page.experiment, page.runs)
    return Results([_section(page, phase) for phase in found])


def _section(page: ExperimentPage, phase: PhaseFigures) -> Section:
    if phase.kind == "sql":  # Steps that make things ready: their times are in the table.
        return Section(phase, ())
    key = f"phase-{phase.ordinal}"
    return Section(phase, panels(page.experiment, phase, page.factors, page.runs, key=key))
