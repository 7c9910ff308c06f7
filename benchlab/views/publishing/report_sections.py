"""The sections of a report: adding, editing, moving and removing them."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from benchlab.charts.reports.document import drawn
from benchlab.charts.reports.html_export import in_page
from benchlab.charts.reports.section_sources import (
    EVERYTHING,
    Gone,
    Source,
    found_for_new_section,
    offers_of,
    titles,
    usual,
)
from benchlab.definitions.language.problems import Refused
from benchlab.forms.publishing.reports import AddForm, SectionForm, SourceForm, named
from benchlab.models import Report, ReportSection
from benchlab.models.publishing.report import SectionKind
from benchlab.views.accounts.permissions import may_write_reports, signed_in
from benchlab.views.refusals import say_why

REMOVED = "This section has already been removed, in another window or by another person. Nothing was changed."


@require_http_methods(["GET", "POST"])
@may_write_reports
def add(request: HttpRequest) -> HttpResponse:
    """Add the source in the address to an existing or new report."""
    kind, query, source = _asked(request)
    parts = source.parts
    shown = [key for key in request.GET.getlist("show") if key in parts]
    last = Report.objects.drafts().filter(created_by=signed_in(request)).first()
    initial = {"report": last, "shows": shown or usual(parts), "title": source.title}
    form = AddForm(request.POST or None, offers=titles(parts), initial=initial)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        report = given["report"] or Report.make(given["title"], by=signed_in(request))
        try:
            report.add(kind, query=query, shows=given["shows"])
        except Refused as refused:
            say_why(request, refused)
        return redirect("report-edit", report.pk)
    context = {"form": form, "source": source}
    return render(request, "publishing/reports/add.html", context, status=422 if form.errors else 200)


@require_POST
@may_write_reports
def append(request: HttpRequest, pk: int) -> HttpResponse:
    """Append a section: with results of a source, or with text."""
    report = get_object_or_404(Report, pk=pk)
    try:
        added = _appended(report, request)
    except Refused as refused:
        say_why(request, refused)
        return redirect("report-edit", pk)
    return redirect("report-section", pk, added.pk)


def _appended(report: Report, request: HttpRequest) -> ReportSection:
    if "source" not in request.POST:
        return report.add(SectionKind.TEXT)
    kind, query = named(request.POST["source"], at=request.get_host())
    parts = found_for_new_section(kind, query).parts
    return report.add(kind, query=query, shows=usual(parts))


@require_http_methods(["GET", "POST"])
@may_write_reports
def section(request: HttpRequest, pk: int, section: int) -> HttpResponse:
    """The form of a section, with a preview."""
    edited = _section(pk, section)
    form = SectionForm(request.POST or None, instance=edited, offers=offers_of(edited))
    if request.method == "POST" and form.is_valid():
        try:
            _section(pk, section).rewrite(**form.cleaned_data)
        except Refused as refused:
            say_why(request, refused)
        return redirect("report-section", pk, section) if "stay" in request.POST else redirect("report-edit", pk)
    return render(
        request, "publishing/reports/section.html", _context(edited, form), status=422 if form.errors else 200
    )


def _context(edited: ReportSection, form: SectionForm) -> dict[str, object]:
    preview = drawn(edited.report, EVERYTHING, only=_section(edited.report_id, edited.pk))
    return {"report": edited.report, "section": edited, "form": form, **in_page(preview)}


@require_POST
@may_write_reports
def place(request: HttpRequest, pk: int, section: int) -> HttpResponse:
    by = -1 if request.POST.get("by") == "-1" else 1
    return _changed(request, pk, section, partial(ReportSection.move, by=by), said="{} is moved.")


@require_POST
@may_write_reports
def remove(request: HttpRequest, pk: int, section: int) -> HttpResponse:
    return _changed(request, pk, section, ReportSection.remove, said="{} is removed.")


def _changed(
    request: HttpRequest, pk: int, section: int, change: Callable[[ReportSection], None], *, said: str
) -> HttpResponse:
    """The current outline, also if another person has removed the section."""
    report = get_object_or_404(Report, pk=pk)
    if (changed := report.sections.select_related("report").filter(pk=section).first()) is None:
        return _outline(request, report, said=REMOVED, is_refused=True)
    try:
        change(changed)
    except Refused as refused:
        return _outline(request, report, said=refused.problems[0].message, is_refused=True)
    return _outline(request, report, said=said.format(changed))


def _outline(request: HttpRequest, report: Report, *, said: str, is_refused: bool = False) -> HttpResponse:
    """The part of the page that changed, or the whole page to a browser without scripts."""
    if not request.htmx:  # type: ignore[attr-defined]
        if is_refused:
            messages.error(request, said)
        return redirect("report-edit", report.pk)
    context = {"report": report, "sections": report.sections.all(), "said": said, "is_refused": is_refused}
    return render(request, "publishing/reports/outline.html", context)


def _asked(request: HttpRequest) -> tuple[str, str, Source]:
    form = SourceForm(request.GET, at=request.get_host())
    if not form.is_valid():
        raise Http404("There is nothing to add to a report.")
    kind, query = form.cleaned_data["source"]
    try:
        return kind, query, found_for_new_section(kind, query)
    except Gone:
        raise Http404("The source to add to a report no longer exists.") from None


def _section(pk: int, section: int) -> ReportSection:
    return get_object_or_404(ReportSection.objects.select_related("report__created_by"), pk=section, report=pk)
