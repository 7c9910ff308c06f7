"""Saved filters of lists."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.forms.publishing.saved_filters import LISTS
from benchlab.models import Listing, SavedFilter, User
from benchlab.models.publishing.saved_filter import canonical
from benchlab.views.accounts.permissions import signed_in
from benchlab.views.refusals import say_why


@dataclass(frozen=True)
class Chips:
    """The saved filters shown above a list."""

    listing: str
    query: str
    """The current filter."""
    saved: list[SavedFilter]
    default: SavedFilter | None
    changeable: QuerySet[SavedFilter]

    @property
    def current(self) -> SavedFilter | None:
        return next((each for each in self.saved if each.query == self.query), None)

    @property
    def current_is_changeable(self) -> bool:
        return self.current is not None and self.changeable.contains(self.current)


def chips_of(request: HttpRequest, listing: Listing) -> Chips:
    person, found = signed_in(request), SavedFilter.objects.filter(listing=listing)
    saved = list(found.visible_to(person).select_related("owner"))
    query = _chosen(request.GET, listing)
    return Chips(listing, query, saved, found.default_of(person, listing), _changeable_by(person))


def opening(request: HttpRequest, listing: Listing) -> HttpResponse | None:
    """Redirects the plain list to the person's default filter; None if there is none."""
    default = None if request.GET else SavedFilter.objects.default_of(signed_in(request), listing)
    return redirect(f"{request.path}?{default.query}") if default else None


@require_POST
def keep(request: HttpRequest) -> HttpResponse:
    listing = Listing(given) if (given := request.POST.get("listing")) in Listing.values else Listing.RUNS
    query = _chosen(QueryDict(request.POST.get("query", "")), listing)
    try:
        kept = SavedFilter.keep(by=signed_in(request), listing=listing, query=query, **_entered(request))
    except Refused as refused:
        say_why(request, refused)
    else:
        messages.success(request, f"The filter “{kept.name}” is saved.")
    return _list_with(listing, query)


@require_POST
def change(request: HttpRequest, pk: int) -> HttpResponse:
    changed = _changeable(request, pk)
    try:
        changed.change(**_entered(request))
    except Refused as refused:
        say_why(request, refused)
    return _list_with(changed.listing, changed.query)


@require_POST
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    unwanted = _changeable(request, pk)
    unwanted.remove()
    messages.success(request, f"The filter “{unwanted.name}” is deleted.")
    return _list_with(unwanted.listing, "")


@require_POST
def make_default(request: HttpRequest, pk: int) -> HttpResponse:
    chosen = _visible(request, pk)
    chosen.make_default(signed_in(request))
    return _list_with(chosen.listing, chosen.query)


@require_POST
def drop_default(request: HttpRequest, pk: int) -> HttpResponse:
    chosen = _visible(request, pk)
    chosen.drop_default(signed_in(request))
    return _list_with(chosen.listing, chosen.query)


def _chosen(given: QueryDict, listing: str) -> str:
    return canonical(given, LISTS[Listing(listing)].base_filters)


def _entered(request: HttpRequest) -> dict[str, Any]:
    return {"name": request.POST.get("name", ""), "is_shared": "is_shared" in request.POST}


def _visible(request: HttpRequest, pk: int) -> SavedFilter:
    return get_object_or_404(SavedFilter.objects.visible_to(signed_in(request)), pk=pk)


def _changeable(request: HttpRequest, pk: int) -> SavedFilter:
    return get_object_or_404(_changeable_by(signed_in(request)), pk=pk)


def _changeable_by(person: User) -> QuerySet[SavedFilter]:
    return SavedFilter.objects.changeable_by(person, is_admin=person.has_perm("benchlab.manage_people"))


def _list_with(listing: str, query: str) -> HttpResponse:
    return redirect(f"{reverse(listing)}?{query or 'all'}")
