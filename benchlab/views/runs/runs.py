"""Runs: list, page and actions."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import trigger_client_event

from benchlab.charts.runs import RunPage
from benchlab.charts.runs.panels import TABS
from benchlab.definitions.language.problems import Refused
from benchlab.forms.lists import filtered
from benchlab.forms.runs.runs import NoteForm, RunFilter
from benchlab.models import Listing, Run
from benchlab.models.runs import cleanup, deletion
from benchlab.views.accounts.permissions import may_cancel, may_delete, may_manage_servers, signed_in
from benchlab.views.publishing import saved_filters
from benchlab.views.refusals import chosen, say_why
from benchlab.views.runs import tabs

RUNS_A_PAGE = 50


@require_GET
def runs(request: HttpRequest) -> HttpResponse:
    if to_default := saved_filters.opening(request, Listing.RUNS):
        return to_default
    found, ignored = filtered(RunFilter, request.GET, Run.objects.all())
    page = Paginator(found.qs.values_list("pk", flat=True), RUNS_A_PAGE).get_page(request.GET.get("page"))
    page.object_list = Run.objects.listed().in_order(page.object_list)
    context = {
        "chips": saved_filters.chips_of(request, Listing.RUNS),
        "form": found.form,
        "page": page,
        "ignored": ignored,
    }
    return render(request, "runs/list.html", context)


@require_GET
def run(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _run(pk)
    tab = chosen(request, "tab", TABS, default="overview", instead="showing the overview")
    page = RunPage(shown)
    context = {"tabs": TABS, "tab": tab, "tab_template": tabs.template(tab), "note_form": NoteForm()}
    return render(request, "runs/run.html", {**_context(page), **context, **tabs.context(page, tab)})


@require_GET
def tab(request: HttpRequest, pk: int, tab: str) -> HttpResponse:
    if tab not in TABS:
        raise Http404(f"A run has no tab {tab}.")
    page = RunPage(_run(pk))
    return render(request, tabs.template(tab), {**_context(page), "tab": tab, **tabs.context(page, tab)})


@require_GET
def update(request: HttpRequest, pk: int) -> HttpResponse:
    """Changes since the last poll; ends polling when the run has ended."""
    page = RunPage(_run(pk))
    tabs_open = [tab for tab in request.GET.getlist("open-tab") if tab in TABS]
    after_s = _seconds(request.GET.get("after"))
    layout = page.layout_news(after_s)
    # Load decay needs the size of the data, which is known as often as layouts are.
    growth = page.growth if layout and "growth" in tabs_open else None
    new = {"new_points": page.drawn_since(tabs_open, after_s), "layout_news": layout, "growth": growth}
    response = render(request, "runs/update.html", {**_context(page), **new, "note_form": NoteForm()})
    if page.run.is_over:
        return trigger_client_event(response, "run-ended", after="settle")
    return (
        trigger_client_event(response, "layout-redrawn", after="settle") if layout and layout.is_redrawn else response
    )


@require_GET
def series(request: HttpRequest, pk: int, tab: str) -> JsonResponse:
    """Series in full detail for a zoomed chart."""
    stretch = (_seconds(request.GET.get("from")), _seconds(request.GET.get("to")))
    return JsonResponse(RunPage(_run(pk)).drawn_between(tab, *stretch), json_dumps_params={"separators": (",", ":")})


@require_POST
@may_cancel
def cancel(request: HttpRequest, pk: int) -> HttpResponse:
    cancelled = _run(pk)
    cancelled.request_cancel(by=signed_in(request))
    if not request.htmx:  # type: ignore[attr-defined]
        return redirect(cancelled)
    return render(request, "runs/actions.html", {"run": _run(pk)})


@require_POST
@may_delete
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    unwanted = _run(pk)
    try:
        deletion.remove(unwanted)
    except Refused as refused:
        say_why(request, refused)
        return redirect(unwanted)
    messages.success(request, f"Run {pk} is deleted.")
    return redirect("runs")


@require_POST
@may_manage_servers
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Release the locks of an ended run, although its clean-up is not confirmed."""
    holding = _run(pk)
    try:
        cleanup.free(holding, by=signed_in(request))
    except Refused as refused:
        say_why(request, refused)
    return redirect(holding)


def _run(pk: int) -> Run:
    return get_object_or_404(Run.objects.select_related("benchmark", "revision", "created_by", "cancelled_by"), pk=pk)


def _context(page: RunPage) -> dict[str, Any]:
    return {"page": page, "run": page.run, "plan": page.plan}


def _seconds(given: str | None) -> float:
    try:
        return float(given or 0)
    except ValueError:
        return 0.0
