"""Reports: listing, reading, freezing, copying and exporting them."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchlab.charts.reports import document as documents
from benchlab.charts.reports.export_formats import EXPORTS
from benchlab.charts.reports.html_export import in_page
from benchlab.forms.publishing.reports import FreezeForm, ReportForm, SourceForm
from benchlab.models import Report
from benchlab.models.publishing.report import FROZEN
from benchlab.views.accounts.permissions import may_write_reports, signed_in

REPORTS_A_PAGE = 50


@require_GET
def reports(request: HttpRequest) -> HttpResponse:
    page = Paginator(Report.objects.listed(), REPORTS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "publishing/reports/list.html", {"page": page})


@require_http_methods(["GET", "POST"])
@may_write_reports
def new(request: HttpRequest) -> HttpResponse:
    form = ReportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        made = Report.make(form.cleaned_data["title"], authors=form.cleaned_data["authors"], by=signed_in(request))
        return redirect("report-edit", made.pk)
    return render(request, "publishing/reports/new.html", {"form": form}, status=422 if form.errors else 200)


@require_GET
def report(request: HttpRequest, pk: int) -> HttpResponse:
    shown = _report(pk)
    context = {"report": shown, "freeze_form": FreezeForm(), "exports": EXPORTS}
    return render(request, "publishing/reports/report.html", {**context, **in_page(documents.document_of(shown))})


@require_http_methods(["GET", "POST"])
@may_write_reports
def edit(request: HttpRequest, pk: int) -> HttpResponse:
    edited = _report(pk)
    if edited.is_frozen:
        messages.error(request, FROZEN)
        return redirect(edited)
    form = ReportForm(request.POST or None, instance=edited)
    if request.method == "POST" and form.is_valid():
        _report(pk).rename(form.cleaned_data["title"], authors=form.cleaned_data["authors"])
        messages.success(request, "Saved.")
        return redirect("report-edit", pk)
    context = {"report": edited, "form": form, "source_form": SourceForm(), "sections": edited.sections.all()}
    return render(request, "publishing/reports/edit.html", context, status=422 if form.errors else 200)


@require_POST
@may_write_reports
def freeze(request: HttpRequest, pk: int) -> HttpResponse:
    frozen, form = _report(pk), FreezeForm(request.POST)
    if form.is_valid() and documents.freeze(
        frozen, reveals=form.cleaned_data["reveals"], by=signed_in(request).username
    ):
        messages.success(request, "The report is frozen.")
    else:
        messages.error(request, FROZEN)
    return redirect(frozen)


@require_POST
@may_write_reports
def copy(request: HttpRequest, pk: int) -> HttpResponse:
    return redirect("report-edit", _report(pk).copy(by=signed_in(request)).pk)


@require_POST
@may_write_reports
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    deleted = _report(pk)
    deleted.remove()
    messages.success(request, f"The report “{deleted.title}” is deleted.")
    return redirect("reports")


@require_GET
def export(request: HttpRequest, pk: int, form: str) -> HttpResponse:
    """For the team; or for others, with the same details removed as on a share link that reveals nothing."""
    if form not in EXPORTS:
        raise Http404(f"A report is exported as {', '.join(EXPORTS)}.")
    exported = _report(pk)
    is_open = "others" in request.GET
    document = documents.open_document_of(exported, ()) if is_open else documents.document_of(exported)
    written = EXPORTS[form].write(document)
    named = {"Content-Disposition": f'attachment; filename="report-{pk}.{form}"'}
    return HttpResponse(written, content_type=EXPORTS[form].content_type, headers=named)


def _report(pk: int) -> Report:
    return get_object_or_404(Report.objects.select_related("created_by"), pk=pk)
