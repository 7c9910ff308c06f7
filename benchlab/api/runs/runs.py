"""Runs: list, result document and actions."""

from typing import Any

from django.http import FileResponse, Http404, HttpRequest
from ninja import Query, Router, Status

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.errors import Conflict, conflict_if_refused
from benchlab.api.finding import find_benchmark, find_run, find_server, find_tag
from benchlab.api.lists import filtered, page_of
from benchlab.api.runs.outcome_text import lines_of
from benchlab.api.runs.progress import run_progress
from benchlab.api.shapes import Document, Page, Reason, RunQuery, answers
from benchlab.definitions.language.problems import Problem
from benchlab.forms.runs.runs import RunFilter
from benchlab.models import Run
from benchlab.models.publishing import references_to
from benchlab.models.results import result_document
from benchlab.models.runs import cleanup, deletion
from benchlab.timestamps import iso_utc

router = Router(tags=["Runs"])


@router.get("", response=answers(Document), auth=may("view"))
def ls(request: HttpRequest, wanted: Query[RunQuery], page: Query[Page]) -> Document:
    """Newest first, unless ``sort`` is given."""
    if wanted.benchmark:
        find_benchmark(wanted.benchmark)
    if wanted.server:
        find_server(wanted.server)
    if wanted.tag:
        find_tag(wanted.tag)
    numbers = filtered(RunFilter, request, Run.objects.all()).values_list("pk", flat=True)
    return page_of(numbers, page, name="runs", document=_listed, read=Run.objects.listed().in_order)


@router.get("/{int:number}", response=answers(Document), auth=may("view"))
def show(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """The result document, benchlab.result/1."""
    return result_document.document(find_run(number))


@router.get("/{int:number}/progress", response=answers(Document), auth=may("view"))
def progress(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """Progress, or the reason for waiting. Cheap enough to poll every second."""
    return run_progress(find_run(number))


@router.get("/{int:number}/log", response=answers(list[Document]), auth=may("view"))
def log(request: HttpRequest, number: int) -> list[Document]:  # noqa: ARG001
    return [dict(line) for line in find_run(number).log.values("at_s", "severity", "phase", "message")]


@router.get("/{int:number}/summary", response=answers(Document), auth=may("view"))
def summary(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """A summary as text lines."""
    return {"lines": list(lines_of(find_run(number)))}


@router.post("/{int:number}/cancellation", response=answers(Document, status=202), auth=may("cancel_run"))
def cancel(request: HttpRequest, number: int, given: Reason) -> Status[Document]:
    """Request cancellation; the run stops within seconds."""
    unwanted = find_run(number)
    if not unwanted.request_cancel(by=signed_in(request), reason=given.reason):
        unwanted.refresh_from_db()
        if unwanted.is_over:
            raise Conflict([Problem("run", f"{unwanted} is already {unwanted.state}.")])
    return Status(202, run_progress(find_run(number)))


@router.post("/{int:number}/release", response=answers(Document), auth=may("manage_servers"))
def release(request: HttpRequest, number: int) -> Document:
    """Release the locks of an ended run, although its clean-up is not confirmed."""
    holding = find_run(number)
    with conflict_if_refused():
        cleanup.free(holding, by=signed_in(request))
    return {"run": number}


@router.delete("/{int:number}", response=answers(Document), auth=may("delete_run"))
def delete(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """Delete it with its files and tables; ``uses`` lists what referred to it."""
    unwanted = find_run(number)
    uses = references_to(unwanted)
    with conflict_if_refused():
        deletion.remove(unwanted)
    return {"run": number, "uses": uses or None}


@router.get("/{int:number}/files", response=answers(list[Document]), auth=may("view"))
def files(request: HttpRequest, number: int) -> list[Document]:  # noqa: ARG001
    found = find_run(number).artefacts()
    return [{"name": each.name, "what": each.what, "size_bytes": each.size_bytes} for each in found]


@router.get("/{int:number}/files/{str:name}", auth=may("view"))
def file(request: HttpRequest, number: int, name: str) -> FileResponse:  # noqa: ARG001
    found = next((each for each in find_run(number).artefacts() if each.name == name), None)
    if found is None:
        raise Http404(f"Run {number} has no file {name}.")
    return FileResponse(found.path.open("rb"), as_attachment=True, filename=f"run-{number}-{name}")


def refuse_unended(run: Run) -> None:
    if not run.is_over:
        raise Conflict([Problem("run", f"Run {run.pk} is {run.state}; only one that has ended can be exported.")])


def _listed(run: Run) -> dict[str, Any]:
    return {
        "run": run.pk,
        "benchmark": run.benchmark.slug,
        "server": ",".join(run.server_names),
        "state": run.state,
        "started_at": iso_utc(run.started_at),
        "per_second": run.headline,
        "unit": run.headline_unit if run.headline is not None else None,  # type: ignore[attr-defined]
        "label": run.label,
        "by": run.launched_by,
        "schedule": run.by_schedule or None,
        "experiment": run.experiment_id,
        "imported": run.is_imported,
        "trust": run.trust_grade,
        "durability": run.durability or None,
        "tags": [tag.name for tag in run.tags.all()],
        "excluded": run.exclusion_reason or None,
    }
