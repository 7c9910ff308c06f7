"""Notes, tags and exclusion of a run."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.forms.runs.runs import NoteForm
from benchlab.models import Note, Run
from benchlab.views.accounts.permissions import may_annotate, signed_in
from benchlab.views.refusals import say_why


@require_POST
@may_annotate
def add_note(request: HttpRequest, pk: int) -> HttpResponse:
    noted = get_object_or_404(Run, pk=pk)
    form = NoteForm(request.POST)
    if form.is_valid():
        Note.objects.create(run=noted, author=signed_in(request), text=form.cleaned_data["text"])
    return _notes(request, noted, NoteForm() if form.is_valid() else form)


@require_POST
@may_annotate
def rewrite_note(request: HttpRequest, pk: int, note: int) -> HttpResponse:
    rewritten = _own_note(request, pk, note)
    form = NoteForm(request.POST)
    if form.is_valid():
        rewritten.rewrite(form.cleaned_data["text"])
    return _notes(request, rewritten.run, NoteForm())


@require_POST
@may_annotate
def delete_note(request: HttpRequest, pk: int, note: int) -> HttpResponse:
    deleted = _own_note(request, pk, note)
    deleted.delete()
    return _notes(request, deleted.run, NoteForm())


@require_POST
@may_annotate
def tag(request: HttpRequest, pk: int) -> HttpResponse:
    tagged = get_object_or_404(Run, pk=pk)
    given = request.POST.get("tags", "")
    try:
        tagged.set_tags(given.replace(",", " ").split())
    except Refused as refused:
        if request.htmx:  # type: ignore[attr-defined]
            context = {"run": tagged, "given": given, "problems": refused.problems}
            return render(request, "runs/annotations/tags.html", context, status=422)
        say_why(request, refused)
    return _answer(request, "runs/annotations/tags.html", {"run": tagged})


@require_POST
@may_annotate
def exclude(request: HttpRequest, pk: int) -> HttpResponse:
    excluded = get_object_or_404(Run, pk=pk)
    try:
        excluded.exclude(by=signed_in(request).username, reason=request.POST.get("reason", ""))
    except Refused as refused:
        say_why(request, refused)
    return redirect(excluded)


@require_POST
@may_annotate
def include(request: HttpRequest, pk: int) -> HttpResponse:
    included = get_object_or_404(Run, pk=pk)
    included.include(by=signed_in(request).username)
    return redirect(included)


def _own_note(request: HttpRequest, pk: int, note: int) -> Note:
    found = get_object_or_404(Note.objects.select_related("run"), pk=note, run=pk)
    if not found.belongs_to(signed_in(request)):
        raise PermissionDenied("Only its author or an admin can change a note.")
    return found


def _notes(request: HttpRequest, run: Run, form: NoteForm) -> HttpResponse:
    return _answer(
        request, "runs/annotations/notes.html", {"run": run, "note_form": form}, status=422 if form.errors else 200
    )


def _answer(request: HttpRequest, template: str, context: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """The part of the page that changed, or the whole page to a browser without scripts."""
    if request.htmx or status != 200:  # type: ignore[attr-defined]
        return render(request, template, context, status=status)
    return redirect(context["run"])
