"""Notes, tags and exclusion of a run."""

from django.http import HttpRequest
from ninja import Router, Status
from ninja.errors import AuthorizationError

from benchlab.api.accounts.access import has_right, may, name_of, signed_in
from benchlab.api.errors import Missing, conflict_if_refused
from benchlab.api.finding import find_run
from benchlab.api.shapes import Document, ExclusionReason, NoteText, Tags, answers
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.runs.runs import NoteForm
from benchlab.models import Note, Run
from benchlab.timestamps import iso_utc

NOTE = "/{int:number}/notes/{int:note}"
NOT_YOURS = "Only its author or an admin can change a note."

router = Router(tags=["Runs"])


@router.get("/{int:number}/notes", response=answers(list[Document]), auth=may("view"))
def notes(request: HttpRequest, number: int) -> list[Document]:  # noqa: ARG001
    return [_note(each) for each in find_run(number).notes.select_related("author")]


@router.post("/{int:number}/notes", response=answers(Document, status=201), auth=may("annotate_run"))
def add_note(request: HttpRequest, number: int, given: NoteText) -> Status[Document]:
    noted = find_run(number)
    return Status(201, _note(noted.notes.create(author=signed_in(request), text=_text(given))))


@router.put(NOTE, response=answers(Document), auth=may("annotate_run"))
def rewrite_note(request: HttpRequest, number: int, note: int, given: NoteText) -> Document:
    """Own ones, or for admins any."""
    rewritten = _own_note(request, number, note)
    rewritten.rewrite(_text(given))
    return _note(rewritten)


@router.delete(NOTE, response=answers(Document), auth=may("annotate_run"))
def delete_note(request: HttpRequest, number: int, note: int) -> Document:
    """Own ones, or for admins any."""
    _own_note(request, number, note).delete()
    return {"note": note}


@router.put("/{int:number}/tags", response=answers(Document), auth=may("annotate_run"))
def tag(request: HttpRequest, number: int, given: Tags) -> Document:  # noqa: ARG001
    """Replace the whole list."""
    tagged = find_run(number)
    tagged.set_tags(given.tags)
    return _judged(tagged)


@router.post("/{int:number}/exclusion", response=answers(Document), auth=may("annotate_run"))
def exclude(request: HttpRequest, number: int, given: ExclusionReason) -> Document:
    """Exclude it from medians and comparisons."""
    excluded = find_run(number)
    with conflict_if_refused():
        excluded.refuse_unless_over()
    excluded.exclude(by=name_of(request), reason=given.reason)
    return _judged(excluded)


@router.delete("/{int:number}/exclusion", response=answers(Document), auth=may("annotate_run"))
def include(request: HttpRequest, number: int) -> Document:
    """Include it again; does nothing if it is not excluded."""
    included = find_run(number)
    included.include(by=name_of(request))
    return _judged(included)


def _own_note(request: HttpRequest, number: int, note: int) -> Note:
    found = find_run(number).notes.filter(pk=note).first()
    if found is None:
        raise Missing([Problem("note", f"Run {number} has no note {note}.")])
    # Not `found.belongs_to`: a token may have fewer rights than the person.
    if not has_right(request, "delete_run") and found.author_id != signed_in(request).pk:
        raise AuthorizationError(message=NOT_YOURS)
    return found


def _text(given: NoteText) -> str:
    """Validated by the page's form."""
    form = NoteForm(given.dict())
    if not form.is_valid():
        raise Refused([Problem("text", str(message)) for message in form.errors["text"]])
    return str(form.cleaned_data["text"])


def _note(note: Note) -> Document:
    return {
        "note": note.pk,
        "text": note.text,
        "by": note.author.username if note.author else None,
        "created_at": iso_utc(note.created_at),
        "edited_at": iso_utc(note.edited_at),
    }


def _judged(run: Run) -> Document:
    return {"run": run.pk, "excluded": run.exclusion_reason or None, "tags": [tag.name for tag in run.tags.all()]}
