"""Saved filters of lists: own and shared with the team."""

from django.http import HttpRequest, QueryDict
from ninja import Router, Status

from benchlab.api.accounts.access import has_right, is_operator, may, signed_in
from benchlab.api.errors import Missing
from benchlab.api.shapes import Document, FilterFields, NewFilter, answers
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.publishing.saved_filters import LISTS
from benchlab.models import Listing, SavedFilter
from benchlab.models.publishing.saved_filter import VIEWERS_OWN, canonical

router = Router(tags=["Filters"])


@router.get("", response=answers(list[Document]), auth=may("view"))
def ls(request: HttpRequest) -> list[Document]:
    """``query`` is the query string of the list of runs or experiments, in the API and on the page."""
    found = SavedFilter.objects.select_related("owner")
    shown = found.all() if is_operator(request) else found.visible_to(signed_in(request))
    return [each.to_json() for each in shown]


@router.post("", response=answers(Document, status=201), auth=may("view"))
def keep(request: HttpRequest, given: NewFilter) -> Status[Document]:
    if is_operator(request):
        raise Refused([Problem("owner", "The local command line has no person who could own a filter.")])
    _refuse_to_share(request, wanted=given.is_shared)
    listing = Listing(given.listing)
    query = canonical(QueryDict(given.query), LISTS[listing].base_filters)
    kept = SavedFilter.keep(
        by=signed_in(request), listing=listing, name=given.name, query=query, is_shared=given.is_shared
    )
    return Status(201, kept.to_json())


@router.patch("/{int:number}", response=answers(Document), auth=may("view"))
def change(request: HttpRequest, number: int, given: FilterFields) -> Document:
    """Rename it, share it with the team or stop sharing it."""
    changed = _changeable(request, number)
    _refuse_to_share(request, wanted=bool(given.is_shared) and not changed.is_shared)
    is_shared = changed.is_shared if given.is_shared is None else given.is_shared
    changed.change(name=given.name or changed.name, is_shared=is_shared)
    return changed.to_json()


@router.delete("/{int:number}", response=answers(Document), auth=may("view"))
def delete(request: HttpRequest, number: int) -> Document:
    _changeable(request, number).remove()
    return {"filter": number}


def _changeable(request: HttpRequest, number: int) -> SavedFilter:
    found = SavedFilter.objects.filter(pk=number)
    if not is_operator(request):
        found = found.changeable_by(signed_in(request), is_admin=has_right(request, "manage_people"))
    if (one := found.first()) is None:
        raise Missing([Problem("filter", f"You have no filter {number}.")])
    return one


def _refuse_to_share(request: HttpRequest, *, wanted: bool) -> None:
    """A token may have fewer rights than its owner."""
    if wanted and not has_right(request, "annotate_run"):
        raise Refused([Problem("is_shared", VIEWERS_OWN)])
