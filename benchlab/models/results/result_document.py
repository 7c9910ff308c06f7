"""The result document: all that a run has shown, as the command line, the API and the export give it."""

from typing import Any

from benchlab.analysis.runs.published_figures import ours
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.published_figures import Published
from benchlab.models.results.measurements import Phase
from benchlab.models.runs import Run
from benchlab.timestamps import iso_utc

FORMAT = "benchlab.result/1"
MOST_CAPTURES = 100


def document(run: Run) -> dict[str, Any]:
    if run.imported_result is not None:
        return {**run.imported_result, "run": run.pk, **_annotations_of(run)}
    return {**_launched(run), **_measured(run), **_annotations_of(run)}


def _launched(run: Run) -> dict[str, Any]:
    plan = run.plan
    return {
        "format": FORMAT,
        "run": run.pk,
        "benchmark": plan.benchmark,
        "revision": plan.revision,
        "state": run.state,
        "error": run.error or None,
        "seed": plan.seed,
        "parameters": plan.parameters,
        "servers": _servers(plan),
        "started_at": iso_utc(run.started_at),
        "finished_at": iso_utc(run.finished_at),
    }


def _measured(run: Run) -> dict[str, Any]:
    phases = [phase_document(phase) for phase in run.phases.all()]
    return {
        "warnings": run.warnings,
        "trust": _trust(run),
        "durability": _durability(run),
        "checks": list(run.checks.values("name", "passed", "value", "limit")),
        "snapshot": run.snapshot,
        "phases": phases,
        "layouts": _layouts(run),
        "host": run.host_summary,
        "published": [_with_ours(figure, phases) for figure in run.plan.published],
    }


def _trust(run: Run) -> dict[str, Any] | None:
    return {"grade": run.trust_grade, "reasons": run.trust_reasons} if run.trust_grade else None


def _durability(run: Run) -> dict[str, str] | None:
    return {"badge": run.durability, "reason": run.durability_reason} if run.durability else None


def _annotations_of(run: Run) -> dict[str, Any]:
    """By people of this installation."""
    by = {"at": iso_utc(run.excluded_at), "by": run.excluded_by, "reason": run.exclusion_reason}
    return {"excluded": by if run.is_excluded else None, "tags": [tag.name for tag in run.tags.all()]}


def phase_document(phase: Phase) -> dict[str, Any]:
    """The phase's result; for one that did not end, what is known of it."""
    if phase.result is not None:
        return dict(phase.result)
    known = {"name": phase.name, "kind": phase.kind, "parent": phase.parent or None, "started_s": phase.started_s}
    unknown = ("seconds", "warmup_s", "rows", "transactions", "statements", "per_second", "latency_ms")
    return {**known, **dict.fromkeys(unknown), "errors": {}, "by_statement": {}, "details": {}}


def _layouts(run: Run) -> list[dict[str, Any]]:
    """Of a long run not every capture in between: a day's would be millions of rows."""
    captures = list(run.layouts.values_list("pk", "at"))
    between = [pk for pk, at in captures if at == "during"]
    step = -(-len(between) // MOST_CAPTURES) or 1
    left_out = set(between) - set(between[::step])
    return [row for capture in run.layouts.exclude(pk__in=left_out) for row in capture.rows]


def _servers(plan: Plan) -> list[dict[str, str]]:
    shown = ("name", "role", "flavour", "version", "schema")
    return [{name: getattr(target, name) for name in shown} for target in plan.servers]


def _with_ours(figure: Published, phases: list[dict[str, Any]]) -> dict[str, Any]:
    """A figure of the study, and ours where this run's parameters are those it was taken with."""
    value = ours(figure, {phase["name"]: phase for phase in phases}) if figure.applies else None
    return {
        "label": figure.label,
        "phase": figure.phase,
        "figure": figure.figure,
        "unit": figure.unit,
        "value": value,
        "published": figure.value,
        "ratio": value / figure.value if value is not None and figure.value else None,
        "conditions": figure.conditions,
        "applies": figure.applies,
        "circumstances": figure.circumstances,
        "against": figure.against or None,
    }
