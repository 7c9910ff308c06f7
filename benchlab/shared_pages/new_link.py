"""Making a share link, for the form and the API."""

from collections.abc import Collection

from django.http import QueryDict

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import ShareLink, User
from benchlab.models.publishing.share_link import LONGEST_TITLE
from benchlab.shared_pages.page_kinds import page_of, page_to_share
from benchlab.shared_pages.rendering import content_of

NOT_OFFERED = "A page of this kind never shows {wanted}: leave it out."


def new_link(
    user: User | None,
    *,
    kind: str,
    given: QueryDict,
    title: str = "",
    days: int,
    reveals: Collection[str] = (),
    is_frozen: bool = False,
) -> tuple[ShareLink, str]:
    """The link and its token, which can not be read again; ``given`` names what is shared, as its page's address does.

    Refused where there is nothing of the kind, or nothing of what is to be shown as well.
    """
    page, query = page_to_share(kind, given)
    if missing := [each for each in reveals if each not in page.offers]:
        raise Refused([Problem("reveals", NOT_OFFERED.format(wanted=", ".join(missing)))])
    frozen = page_of(kind, query, reveals) if is_frozen else None
    return ShareLink.make(
        user,
        kind=kind,
        query=query,
        title=title or page.title[:LONGEST_TITLE],
        reveals=list(reveals),
        days=days,
        frozen=content_of(frozen) if frozen else None,
    )
