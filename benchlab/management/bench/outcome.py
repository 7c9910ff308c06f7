"""What came of runs, in lines, as a document and as an exit code."""

from collections.abc import Iterator, Sequence
from typing import Any

from benchlab.management.bench.console import Exit, table
from benchlab.models import Experiment, Run, State
from benchlab.models.result import EXPERIMENT_FORMAT

PHASE_HEADS = ("PHASE", "KIND", "SECONDS", "TRANSACTIONS/S", "ROWS", "P50 MS", "P99 MS", "MAX MS", "ERRORS")


def exit_code(runs: Sequence[Run]) -> Exit:
    states = {run.state for run in runs}
    if State.CANCELLED in states:
        return Exit.CANCELLED
    if State.FAILED in states:
        return Exit.FAILED
    return Exit.MISSED if any(run.checks.filter(passed=False).exists() for run in runs) else Exit.FINISHED


def experiment_document(experiment: Experiment) -> dict[str, Any]:
    runs = list(experiment.runs.order_by("pk"))
    state = {Exit.CANCELLED: State.CANCELLED, Exit.FAILED: State.FAILED}.get(exit_code(runs), State.FINISHED)
    return {
        "format": EXPERIMENT_FORMAT,
        "id": experiment.pk,
        "state": state,
        "runs": [run.result() for run in runs],
    }


def run_lines(run: Run) -> Iterator[str]:
    document = run.result()
    by = f" by {run.canceller}" if run.state == State.CANCELLED and run.canceller else ""
    yield f"Run {run.pk} of {document['benchmark']} {run.state}{by}."
    if run.error:
        yield run.error
    yield from table([_phase_row(phase) for phase in document["phases"]], PHASE_HEADS)
    for check in document["checks"]:
        yield f"{'passed' if check['passed'] else 'MISSED'}: {check['name']} ({check['value']}, limit {check['limit']})"
    for warning in document["warnings"]:
        yield f"Warning: {warning}"


def _phase_row(phase: dict[str, Any]) -> tuple[object, ...]:
    latency = phase["latency_ms"] or {}
    figures = (latency.get(name) for name in ("p50", "p99", "max"))
    errors = sum(phase["errors"].values())
    return (phase["name"], phase["kind"], phase["seconds"], phase["per_second"], phase["rows"], *figures, errors)
