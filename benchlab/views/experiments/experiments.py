"""Experiments: list, page and actions."""

from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from benchlab.charts.experiments import ExperimentPage, results_of
from benchlab.definitions.language.problems import Refused
from benchlab.forms.experiments.experiments import ExperimentFilter
from benchlab.forms.lists import filtered
from benchlab.models import Experiment, Listing, State
from benchlab.models.benchmarks import queue_reruns
from benchlab.models.experiments import experiment_document
from benchlab.models.runs import RunQuerySet
from benchlab.views.accounts.permissions import may_cancel, may_delete, may_launch, signed_in
from benchlab.views.publishing import saved_filters
from benchlab.views.refusals import say_why

EXPERIMENTS_A_PAGE = 50


@require_GET
def experiments(request: HttpRequest) -> HttpResponse:
    if to_default := saved_filters.opening(request, Listing.EXPERIMENTS):
        return to_default
    found, ignored = filtered(ExperimentFilter, request.GET, Experiment.objects.listed())
    page = Paginator(found.qs, EXPERIMENTS_A_PAGE).get_page(request.GET.get("page"))
    chips = saved_filters.chips_of(request, Listing.EXPERIMENTS)
    context = {"chips": chips, "form": found.form, "page": page, "ignored": ignored}
    return render(request, "experiments/list.html", context)


@require_GET
def experiment(request: HttpRequest, pk: int) -> HttpResponse:
    page = ExperimentPage(_experiment(pk))
    return render(request, "experiments/experiment.html", {**_context(page), "results": results_of(page)})


@require_GET
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """Changes since the last poll; ends polling when the experiment has ended."""
    page = ExperimentPage(_experiment(pk))
    changed = page.changed_since(_moment(request.GET.get("after")))
    rows = {slot.cell for slot in changed}
    more_over = str(page.over_count) != request.GET.get("over")
    context = {**_context(page), "changed": changed, "changed_rows": [row for row in page.rows if row.number in rows]}
    return render(request, "experiments/update.html", {**context, "results": results_of(page) if more_over else None})


@require_GET
def result(request: HttpRequest, pk: int) -> JsonResponse:  # noqa: ARG001
    return JsonResponse(experiment_document.document(_experiment(pk)), json_dumps_params={"indent": 2})


@require_POST
@may_cancel
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    cancelled = _experiment(pk)
    cancelled.request_cancel(by=signed_in(request))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(cancelled)
    return render(request, "experiments/actions.html", _context(ExperimentPage(cancelled)))


@require_POST
@may_launch
def rerun(request: HttpRequest, pk: int) -> HttpResponse:
    """Run one of its runs again, or all that failed or were cancelled."""
    repeated = _experiment(pk)
    try:
        again = queue_reruns(repeated, _wanted(repeated, request.POST.get("run", "")), by=signed_in(request))
    except Refused as refused:
        say_why(request, refused)
    else:
        count = len(again)
        messages.success(request, f"{count} run{'s are' if count > 1 else ' is'} queued again, with the same data.")
    return redirect(repeated)


@require_POST
@may_delete
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    unwanted = _experiment(pk)
    try:
        unwanted.remove()
    except Refused as refused:
        say_why(request, refused)
        return redirect(unwanted)
    messages.success(request, f"Experiment {pk} is deleted with its runs.")
    return redirect("experiments")


def _wanted(repeated: Experiment, run: str) -> RunQuerySet:
    if run:
        return repeated.runs.filter(pk=int(run) if run.isdecimal() and len(run) < 16 else 0)
    return repeated.current_runs.filter(state__in=(State.FAILED, State.CANCELLED))


def _experiment(pk: int) -> Experiment:
    return get_object_or_404(Experiment.objects.select_related("benchmark", "revision", "created_by"), pk=pk)


def _context(page: ExperimentPage) -> dict[str, Any]:
    return {"page": page, "experiment": page.experiment}


def _moment(given: str | None) -> datetime:
    try:
        return datetime.fromtimestamp(float(given or 0), UTC)
    except (ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(0, UTC)
