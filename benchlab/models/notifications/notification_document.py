"""The notice document: what a webhook is posted, and a mail is written from."""

from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from benchlab.definitions.language.problems import Refused
from benchlab.models.comparisons import Baseline, Regression, compare_by_pairs
from benchlab.models.events import Event
from benchlab.models.experiments import Experiment
from benchlab.models.runs import Run, State
from benchlab.models.schedules import Occurrence
from benchlab.timestamps import iso_utc

FORMAT = "benchlab.notice/1"
Document = dict[str, Any]
_UNKNOWN: Document = dict.fromkeys(
    (
        "run",
        "experiment",
        "regression",
        "schedule",
        "benchmark",
        "server",
        "label",
        "by",
        "state",
        "runs",
        "figure",
        "grade",
        "verdict",
        "error",
    )
)


def document_of(event: Event) -> Document:
    """benchlab.notice/1, the same for every receiver; made once. ObjectDoesNotExist where its subject was deleted."""
    if event.document_json is None:
        marks = {"format": FORMAT, "notice": event.pk, "event": event.kind, "at": iso_utc(event.at)}
        event.document_json = {**marks, **_UNKNOWN, **_SUBJECTS[event.subject_type](event.subject_id or 0)}
        event.save(update_fields=["document_json"])
    return event.document_json


def _of_run(number: int) -> Document:
    run = Run.objects.listed().get(pk=number)
    return {
        "title": f"Run {run.pk} has {run.state}",
        "address": _absolute(run.get_absolute_url()),
        "run": run.pk,
        "experiment": run.experiment_id,
        **_launched(run),
        "server": ", ".join(run.server_names),
        "state": run.state,
        "figure": _headline(run),
        "grade": run.trust_grade,
        "verdict": _verdict([run.pk]) if run.state == State.FINISHED else None,
        "error": run.error or None,
    }


def _of_experiment(number: int) -> Document:
    experiment = Experiment.objects.get(pk=number)
    counting = experiment.current_runs.counting()
    return {
        "title": f"Experiment {experiment.pk} has ended",
        "address": _absolute(experiment.get_absolute_url()),
        "experiment": experiment.pk,
        **_launched(experiment),
        "server": ", ".join(experiment.servers.values_list("name", flat=True)),
        "state": experiment.state,
        "runs": {state: count for state, count in experiment.tally.items() if count},
        "grade": max(counting.values_list("grade", flat=True), default="") or None,
        "verdict": _verdict(list(counting.values_list("pk", flat=True))),
    }


def _of_regression(number: int) -> Document:
    found = Regression.objects.listed().get(pk=number)
    page = reverse("trend", args=[found.benchmark.slug, found.server.name])
    return {
        "title": f"{found.benchmark.slug} on {found.server.name} became worse with run {found.run_id}",
        "address": _absolute(f"{page}?{urlencode({'choice': found.choice})}"),
        "run": found.run_id,
        "regression": found.pk,
        "benchmark": found.benchmark.slug,
        "server": found.server.name,
        "state": "provisional" if found.is_provisional else "found",
        "figure": _figure(found.figure, found.unit, found.after, before=found.before),
    }


def _of_occurrence(number: int) -> Document:
    found = Occurrence.objects.listed().get(pk=number)
    schedule, local = found.schedule, found.due_at.astimezone(found.schedule.timetable.zone)
    return {
        "title": f"The schedule {schedule.name} launched nothing at {local:%Y-%m-%d %H:%M %Z}",
        "address": _absolute(schedule.get_absolute_url()),
        "schedule": schedule.name,
        "benchmark": schedule.benchmark.slug,
        "server": ", ".join(server.name for server in schedule.servers.all()),
        "label": schedule.label or None,
        "state": found.outcome,
        "error": found.reason,
    }


def _of_nothing(number: int) -> Document:  # noqa: ARG001
    return {"title": "A test from benchlab: notifications arrive here", "address": _absolute(reverse("notifications"))}


_SUBJECTS: dict[str, Callable[[int], Document]] = {
    "run": _of_run,
    "experiment": _of_experiment,
    "regression": _of_regression,
    "occurrence": _of_occurrence,
    "": _of_nothing,
}


def _launched(subject: Run | Experiment) -> Document:
    who = {"by": subject.launched_by, "schedule": subject.by_schedule or None}
    return {"benchmark": subject.benchmark.slug, "label": subject.label or None, **who}


def _headline(run: Run) -> Document | None:
    """What was measured before it failed is no result."""
    if run.headline is None or run.state != State.FINISHED:
        return None
    return _figure("headline", run.headline_unit, run.headline)  # type: ignore[attr-defined]


def _figure(name: str, unit: str, value: float, *, before: float | None = None) -> Document:
    return {"name": name, "value": value, "unit": unit, "before": before, "ratio": value / before if before else None}


def _verdict(runs: Sequence[int]) -> Document | None:
    """Each combination against its baseline; None where one has none, or where they are it."""
    try:
        against = Baseline.objects.runs_for(runs)
        found = compare_by_pairs(runs, against=against).verdict
    except Refused:
        return None
    return {"word": found.word, "reason": found.reason, "baseline": against}


def _absolute(path: str) -> str:
    return f"{settings.SITE_URL.rstrip('/')}{path}"
