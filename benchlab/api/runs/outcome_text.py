"""Results of runs as text."""

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from benchlab.analysis.runs.figures import rate_unit
from benchlab.analysis.trust.trust_grade import GRADES, beyond_reasons
from benchlab.cli.console import table
from benchlab.definitions.parameters.experiment_grid import Cell
from benchlab.models import Experiment, Run, State
from benchlab.models.results import result_document

PHASE_HEADS = ("PHASE", "KIND", "SECONDS", "PER SECOND", "ROWS", "P50 MS", "P99 MS", "MAX MS", "ERRORS")


def lines_of(outcome: Run | Experiment) -> Iterator[str]:
    return run_lines(outcome) if isinstance(outcome, Run) else experiment_lines(outcome)


def experiment_lines(experiment: Experiment) -> Iterator[str]:
    """A table of the combinations with the primary metric of each repeat and the median; errors of failed runs."""
    runs = list(experiment.current_runs)
    yield f"Experiment {experiment.pk} of {experiment.benchmark.slug} {experiment.state}."
    heads = [
        *(name.upper() for name in experiment.grid),
        "MEDIAN",
        *(f"REPEAT {at + 1}" for at in range(experiment.repeats)),
    ]
    yield from table([_cell_row(number, cell, runs) for number, cell in enumerate(experiment.cells)], heads)
    for run in runs:
        if run.is_excluded:
            yield f"Run {run.pk} is excluded from the medians by {run.excluded_by}: {run.exclusion_reason}"
        if run.trust_grade:
            yield f"Run {run.pk}: trust {run.trust_grade}, {run.durability}."
        if run.error:
            yield f"Run {run.pk} {run.state}: {run.error}"
        for warning in run.warnings:
            yield f"Run {run.pk}, warning: {warning}"


def _cell_row(number: int, cell: Cell, runs: Sequence[Run]) -> list[object]:
    repeats = [run for run in runs if run.cell == number]
    figures = [run.headline for run in repeats if run.counts and run.headline is not None]
    shown = ["excluded" if run.is_excluded else run.headline if run.counts else run.state for run in repeats]
    return [*cell.values(), median(figures) if figures else None, *shown]


def run_lines(run: Run) -> Iterator[str]:
    document = result_document.document(run)
    by = f" by {run.canceller}" if run.state == State.CANCELLED and run.canceller else ""
    imported = ", imported" if run.is_imported else ""
    yield f"Run {run.pk} of {document['benchmark']} on {', '.join(run.server_names)} {run.state}{by}{imported}."
    if run.error:
        yield run.error
    yield from table([_phase_row(phase) for phase in document["phases"]], PHASE_HEADS)
    for check in document["checks"]:
        value = "not known" if check["value"] is None else f"{check['value']:,.2f}"
        yield f"{'passed' if check['passed'] else 'MISSED'}: {check['name']} ({value}, limit {check['limit']})"
    yield from _worth(document)
    reasons = (document.get("trust") or {}).get("reasons", ())
    for warning in beyond_reasons(document["warnings"], reasons):
        yield f"Warning: {warning}"


def _worth(document: dict[str, Any]) -> Iterator[str]:
    """Trust, durability and exclusion; imported runs of earlier versions may lack them."""
    if excluded := document["excluded"]:
        yield f"EXCLUDED from medians and comparisons by {excluded['by']}: {excluded['reason']}"
    if trust := document.get("trust"):
        yield f"Trust: {trust['grade']}, {GRADES[trust['grade']]}."
        yield from (f"  {reason}" for reason in trust["reasons"])
    if durability := document.get("durability"):
        yield f"Durability: {durability['badge']}. {durability['reason']}"
    if document["tags"]:
        yield f"Tags: {' '.join(document['tags'])}"


def _phase_row(phase: dict[str, Any]) -> tuple[object, ...]:
    latency = phase["latency_ms"] or {}
    figures = (latency.get(name) for name in ("p50", "p99", "max"))
    errors = sum(phase["errors"].values())
    return (phase["name"], phase["kind"], phase["seconds"], _rate(phase), phase["rows"], *figures, errors)


def _rate(phase: dict[str, Any]) -> str | None:
    return None if phase["per_second"] is None else f"{phase['per_second']:,.1f} {rate_unit(phase['kind'])}"
