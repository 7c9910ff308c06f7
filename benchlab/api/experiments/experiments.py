"""Experiments: list, document and actions."""

from django.http import HttpRequest
from ninja import Query, Router, Status

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.errors import Conflict, conflict_if_refused
from benchlab.api.finding import find_experiment
from benchlab.api.lists import filtered, page_of
from benchlab.api.runs.outcome_text import lines_of
from benchlab.api.runs.progress import experiment_progress
from benchlab.api.shapes import Document, ExperimentQuery, Page, Reason, Rerun, answers
from benchlab.definitions.language.problems import Problem
from benchlab.forms.experiments.experiments import ExperimentFilter
from benchlab.models import Experiment, State
from benchlab.models.benchmarks import queue_reruns
from benchlab.models.experiments import experiment_document
from benchlab.models.publishing import references_to
from benchlab.timestamps import iso_utc

router = Router(tags=["Experiments"])


@router.get("", response=answers(Document), auth=may("view"))
def ls(request: HttpRequest, wanted: Query[ExperimentQuery], page: Query[Page]) -> Document:  # noqa: ARG001
    """Newest first; ``state`` is “going on” or “over”."""
    found = filtered(ExperimentFilter, request, Experiment.objects.listed())
    return page_of(found, page, name="experiments", document=_listed)


@router.get("/{int:number}", response=answers(Document), auth=may("view"))
def show(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """The document, benchlab.experiment/1, with the result document of each run."""
    return experiment_document.document(find_experiment(number))


@router.get("/{int:number}/progress", response=answers(Document), auth=may("view"))
def progress(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    return experiment_progress(find_experiment(number))


@router.get("/{int:number}/summary", response=answers(Document), auth=may("view"))
def summary(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """A summary as text lines."""
    return {"lines": list(lines_of(find_experiment(number)))}


@router.post("/{int:number}/cancellation", response=answers(Document, status=202), auth=may("cancel_run"))
def cancel(request: HttpRequest, number: int, given: Reason) -> Status[Document]:
    """Cancel all runs that have not ended."""
    unwanted = find_experiment(number)
    if not unwanted.request_cancel(by=signed_in(request), reason=given.reason) and unwanted.is_over:
        raise Conflict([Problem("run", f"{unwanted} is already {unwanted.state}.")])
    return Status(202, experiment_progress(unwanted))


@router.post("/{int:number}/reruns", response=answers(Document, status=201), auth=may("launch_run"))
def rerun(request: HttpRequest, number: int, given: Rerun) -> Status[Document]:
    """Run one of its runs again with the same data, or all that failed or were cancelled."""
    repeated = find_experiment(number)
    broken = repeated.current_runs.filter(state__in=(State.FAILED, State.CANCELLED))
    wanted = repeated.runs.filter(pk=given.run) if given.run else broken
    with conflict_if_refused():
        again = queue_reruns(repeated, wanted, by=signed_in(request))
    return Status(201, {"experiment": number, "runs": [run.pk for run in again]})


@router.delete("/{int:number}", response=answers(Document), auth=may("delete_run"))
def delete(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """Delete it with all its runs, their files and tables; ``uses`` lists what referred to it."""
    unwanted = find_experiment(number)
    uses = references_to(unwanted)
    with conflict_if_refused():
        unwanted.remove()
    return {"experiment": number, "uses": uses or None}


def _listed(experiment: Experiment) -> Document:
    return {
        "experiment": experiment.pk,
        "benchmark": experiment.benchmark.slug,
        "state": experiment.state,
        "label": experiment.label,
        "by": experiment.launched_by,
        "schedule": experiment.by_schedule or None,
        "created_at": iso_utc(experiment.created_at),
        "grid": experiment.grid,
        "repeats": experiment.repeats,
        "runs": experiment.tally,
        "trust": experiment.worst_grade or None,  # type: ignore[attr-defined]
    }
