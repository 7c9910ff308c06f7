"""Share links, which show one page without signing in."""

from typing import Literal

from django.conf import settings
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from ninja import Query, Router, Schema, Status
from pydantic import Field

from benchlab import shared_pages
from benchlab.api.accounts.access import has_right, is_operator, may, signed_in
from benchlab.api.errors import Conflict, Missing
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, Page, answers
from benchlab.definitions.language.problems import Problem
from benchlab.models import Reveal, Shared, ShareLink
from benchlab.models.publishing.share_link import LONGEST_TITLE, MOST_DAYS, ShareLinkQuerySet
from benchlab.timestamps import iso_utc

router = Router(tags=["Share links"])

LONGEST_QUERY = 2000
"""More would be more fields than Django reads; a comparison of 50 runs is a third of this."""
REVOKED = "It has already been revoked."


class NewShare(Schema):
    """``query`` names it as the address of its page does: ``run=12``, ``experiment=4``, ``run=12&run=13&against=9``,
    ``benchmark=notes&server=db1``."""

    kind: Literal[tuple(Shared.values)]  # type: ignore[valid-type]
    query: str = Field(max_length=LONGEST_QUERY, examples=["run=12"])
    title: str = Field("", max_length=LONGEST_TITLE)
    days: int = Field(30, ge=1, le=MOST_DAYS)
    frozen: bool = False
    """Show the page as it is now, for ever."""
    reveals: list[Literal[tuple(Reveal.values)]] = []  # type: ignore[valid-type]
    """Details to show that are hidden by default."""


class What(Schema):
    kind: Literal["", *Shared.values] = ""  # type: ignore[valid-type]
    query: str = Field("", max_length=LONGEST_QUERY)


@router.get("", response=answers(Document), auth=may("share"))
def ls(request: HttpRequest, wanted: Query[What], page: Query[Page]) -> Document:
    """Own links, for admins all; newest first."""
    filters = {name: value for name, value in wanted.dict().items() if value}
    return page_of(_visible(request).filter(**filters).listed(), page, name="shares", document=_document)


@router.post("", response=answers(Document, status=201), auth=may("share"))
def make(request: HttpRequest, given: NewShare) -> Status[Document]:
    """Create a link. Its address, ``url``, is returned only here."""
    known = given.dict(include={"kind", "title", "days", "reveals"})
    link, token = shared_pages.new_link(
        signed_in(request), given=QueryDict(given.query), is_frozen=given.frozen, **known
    )
    return Status(201, {**_document(link), "url": _address(request, reverse("shared", args=[token]))})


@router.delete("/{int:number}", response=answers(Document), auth=may("share"))
def revoke(request: HttpRequest, number: int) -> Document:
    """Own ones, or for admins any."""
    link = _visible(request).filter(pk=number).first()
    if link is None:
        raise Missing([Problem("share", f"You have no share link {number}.")])
    if not link.revoke():
        raise Conflict([Problem("share", REVOKED)])
    return {"id": number}


def _visible(request: HttpRequest) -> ShareLinkQuerySet:
    """Not `visible_to`: a token may have fewer rights than the person."""
    every = ShareLink.objects.all()
    return every if has_right(request, "manage_people") else every.filter(user=signed_in(request))


def _address(request: HttpRequest, path: str) -> str:
    """The local command line has no host name; use the configured address."""
    return f"{settings.SITE_URL.rstrip('/')}{path}" if is_operator(request) else request.build_absolute_uri(path)


def _document(link: ShareLink) -> Document:
    return {
        "id": link.pk,
        "kind": link.kind,
        "query": link.query,
        "title": link.title,
        "reveals": link.reveals,
        "frozen": link.is_frozen,
        "by": link.user.username if link.user else None,
        "created_at": iso_utc(link.created_at),
        "expires_at": iso_utc(link.expires_at),
        "revoked_at": iso_utc(link.revoked_at),
        "opened": link.opened,
        "last_opened_at": iso_utc(link.last_opened_at),
    }
