"""Reports, and their document, benchlab.report/1."""

from typing import TypeVar

from django import forms
from django.http import HttpRequest, HttpResponse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from benchlab.api.accounts.access import may, name_of, signed_in
from benchlab.api.errors import Conflict, Missing, conflict_if_refused
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, Number, Page, answers
from benchlab.charts.reports import document as documents
from benchlab.charts.reports.export_formats import EXPORTS
from benchlab.charts.reports.section_sources import found_for_new_section, offers_of, titles, usual
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.publishing.reports import FreezeForm, ReportForm, SectionForm, named
from benchlab.models import Report, ReportSection
from benchlab.models.publishing.report import FROZEN, SectionKind
from benchlab.timestamps import iso_utc

ONE, SECTION = "/{int:number}", "/{int:number}/sections/{int:section}"

AnyForm = TypeVar("AnyForm", bound=forms.BaseForm)
router = Router(tags=["Reports"])


class Named(Schema):
    source: str = Field(max_length=4000)
    """``12`` for a run, ``e4`` for an experiment, or the address of a run, experiment, comparison or trend."""


class Heads(Schema):
    title: str
    authors: str = ""


class Words(Schema):
    """``shows``: keys of /reports/parts. Text sections have no elements and no caption."""

    heading: str = ""
    text: str = ""
    shows: list[str] | None = Field(None, max_length=200)
    caption: str = ""


class NewSection(Words):
    source: str = Field("", max_length=4000)
    """As in /reports/parts; empty for a text section."""


class Order(Schema):
    sections: list[Number] = Field(max_length=200)


class Freezing(Schema):
    """Details that share links show in addition: servers, hosts, people, settings, words."""

    reveals: list[str] = Field([], max_length=20)


@router.get("", response=answers(Document), auth=may("view"))
def ls(request: HttpRequest, page: Query[Page]) -> Document:  # noqa: ARG001
    """Last changed first."""
    return page_of(Report.objects.listed(), page, name="reports", document=_listed)


@router.post("", response=answers(Document, status=201), auth=may("write_report"))
def make(request: HttpRequest, given: Heads) -> Status[Document]:
    _judge(ReportForm(given.dict()))
    return Status(201, _listed(Report.make(given.title, authors=given.authors, by=signed_in(request))))


@router.get("/parts", response=answers(Document), auth=may("view"))
def parts(request: HttpRequest, asked: Query[Named]) -> Document:
    """The elements that a section can show of a source, and those that it shows by default."""
    kind, query = named(asked.source, at=request.get_host())
    offered = found_for_new_section(kind, query).parts
    return {"kind": kind, "parts": titles(offered), "usual": usual(offered)}


@router.get(ONE, response=answers(Document), auth=may("view"))
def show(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """The document, benchlab.report/1: current, or as frozen."""
    return documents.document_of(_report(number))


@router.put(ONE, response=answers(Document), auth=may("write_report"))
def rename(request: HttpRequest, number: int, given: Heads) -> Document:  # noqa: ARG001
    _judge(ReportForm(given.dict()))
    renamed = _report(number)
    with conflict_if_refused():
        renamed.rename(given.title, authors=given.authors)
    return _listed(renamed)


@router.delete(ONE, response=answers(Document), auth=may("write_report"))
def delete(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """Delete a report; its runs are kept."""
    _report(number).remove()
    return {"report": number}


@router.get(f"{ONE}/sections", response=answers(list[Document]), auth=may("view"))
def sections(request: HttpRequest, number: int) -> list[Document]:  # noqa: ARG001
    """The stored sections, in order."""
    return [_section_json(each) for each in _report(number).sections.all()]


@router.post(f"{ONE}/sections", response=answers(Document, status=201), auth=may("write_report"))
def add(request: HttpRequest, number: int, given: NewSection) -> Status[Document]:
    """Append a section."""
    report = _report(number)
    kind, query = named(given.source, at=request.get_host()) if given.source else (SectionKind.TEXT, "")
    parts = found_for_new_section(kind, query).parts if query else {}
    fields = _validated(ReportSection(kind=kind), given, titles(parts), usual(parts))
    with conflict_if_refused():
        return Status(201, _section_json(report.add(kind, query=query, **fields)))


@router.put(SECTION, response=answers(Document), auth=may("write_report"))
def rewrite(request: HttpRequest, number: int, section: int, given: Words) -> Document:  # noqa: ARG001
    """Without ``shows`` the elements stay as they are."""
    written = _section(number, section)
    fields = _validated(written, given, offers_of(written), written.shows)
    with conflict_if_refused():
        written.rewrite(**fields)
    return _section_json(written)


@router.delete(SECTION, response=answers(Document), auth=may("write_report"))
def remove(request: HttpRequest, number: int, section: int) -> Document:  # noqa: ARG001
    with conflict_if_refused():
        _section(number, section).remove()
    return {"report": number, "section": section}


@router.put(f"{ONE}/order", response=answers(list[Document]), auth=may("write_report"))
def arrange(request: HttpRequest, number: int, given: Order) -> list[Document]:  # noqa: ARG001
    """Reorder the sections: all their numbers, in the new order."""
    arranged = _report(number)
    if arranged.is_frozen:
        raise Conflict([Problem("report", FROZEN)])
    arranged.arrange(given.sections)
    return [_section_json(each) for each in arranged.sections.all()]


@router.post(f"{ONE}/freezing", response=answers(Document), auth=may("write_report"))
def freeze(request: HttpRequest, number: int, given: Freezing) -> Document:
    """Freeze the report's contents, independent of its runs."""
    form = _judge(FreezeForm({"reveals": given.reveals}))
    if not documents.freeze(_report(number), reveals=form.cleaned_data["reveals"], by=name_of(request)):
        raise Conflict([Problem("report", FROZEN)])
    return _listed(_report(number))


@router.post(f"{ONE}/copies", response=answers(Document, status=201), auth=may("write_report"))
def copy(request: HttpRequest, number: int) -> Status[Document]:
    """Copy a report as a draft with the same sections."""
    return Status(201, _listed(_report(number).copy(by=signed_in(request))))


@router.get(f"{ONE}/report.html", auth=may("view"))
def as_html(request: HttpRequest, number: int) -> HttpResponse:  # noqa: ARG001
    """A single HTML file without external resources."""
    return _exported(number, "html")


@router.get(f"{ONE}/report.md", auth=may("view"))
def as_markdown(request: HttpRequest, number: int) -> HttpResponse:  # noqa: ARG001
    return _exported(number, "md")


@router.get(f"{ONE}/report.csv", auth=may("view"))
def as_csv(request: HttpRequest, number: int) -> HttpResponse:  # noqa: ARG001
    """Columns section, name, title, row, column, unit, value, text; a line for each cell and each point."""
    return _exported(number, "csv")


def _exported(number: int, form: str) -> HttpResponse:
    export = EXPORTS[form]
    named = {"Content-Disposition": f'attachment; filename="report-{number}.{form}"'}
    return HttpResponse(export.write(documents.document_of(_report(number))), export.content_type, headers=named)


def _validated(section: ReportSection, given: Words, offers: dict[str, str], otherwise: list[str]) -> Document:
    """Validated by the page's form."""
    shows = otherwise if given.shows is None else given.shows
    return dict(_judge(SectionForm({**given.dict(), "shows": shows}, instance=section, offers=offers)).cleaned_data)


def _judge(form: AnyForm) -> AnyForm:
    if not form.is_valid():
        errors = [(name, message) for name, messages in form.errors.items() for message in messages]
        raise Refused([Problem(name, str(message)) for name, message in errors])
    return form


def _report(number: int) -> Report:
    report = Report.objects.select_related("created_by").filter(pk=number).first()
    if report is None:
        raise Missing([Problem("report", f"There is no report {number}.")])
    return report


def _section(number: int, section: int) -> ReportSection:
    found = _report(number).sections.select_related("report").filter(pk=section).first()
    if found is None:
        raise Missing([Problem("section", f"Report {number} has no section {section}.")])
    return found


def _listed(report: Report) -> Document:
    return {
        "report": report.pk,
        "title": report.title,
        "authors": report.authors,
        "by": report.created_by.username if report.created_by else None,
        "state": "frozen" if report.is_frozen else "live",
        "changed_at": iso_utc(report.changed_at),
        "frozen_at": iso_utc(report.frozen_at),
        "frozen_by": report.frozen_by or None,
    }


def _section_json(section: ReportSection) -> Document:
    names = ("kind", "query", "shows", "heading", "caption", "text")
    return {"section": section.pk, **{name: getattr(section, name) for name in names}}
