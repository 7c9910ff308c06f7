"""Downloads of a run."""

from tempfile import TemporaryFile

from django.http import FileResponse, Http404, HttpRequest, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET

from benchlab.models import Run
from benchlab.models.exchange import run_export
from benchlab.models.results import result_document


@require_GET
def result(request: HttpRequest, pk: int) -> JsonResponse:  # noqa: ARG001
    return JsonResponse(result_document.document(get_object_or_404(Run, pk=pk)), json_dumps_params={"indent": 2})


@require_GET
def artefact(request: HttpRequest, pk: int, name: str) -> FileResponse:  # noqa: ARG001
    run = get_object_or_404(Run, pk=pk)
    file = next((each for each in run.artefacts() if each.name == name), None)
    if file is None:
        raise Http404(f"Run {pk} has no file {name}.")
    return FileResponse(file.path.open("rb"), as_attachment=True, filename=f"run-{pk}-{file.path.name}")


@require_GET
def export(request: HttpRequest, pk: int) -> FileResponse:  # noqa: ARG001
    run = get_object_or_404(Run.objects.ended(), pk=pk)
    file = TemporaryFile()  # noqa: SIM115 - the response closes it.
    run_export.export(run, file)
    file.seek(0)
    return FileResponse(file, as_attachment=True, filename=f"run-{pk}.zip")
