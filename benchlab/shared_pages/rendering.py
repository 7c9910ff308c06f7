"""Rendering shared pages and their previews, without a request: nothing on them depends on the reader."""

from collections.abc import Callable
from typing import Any

from django.template.loader import render_to_string
from django.templatetags.static import static

from benchlab.charts.render.social_preview import png
from benchlab.models import ShareLink
from benchlab.shared_pages.page_kinds import SharedPage, page_of

PICTOGRAMS, SHEET = "benchlab/images/icons.svg", "{pictograms}"
"""The sheet's address changes with its content; a frozen page has a word in its place."""


def content_of(page: SharedPage) -> dict[str, Any]:
    """The page's inside and its preview, as a frozen link keeps them."""
    html = render_to_string(f"publishing/shared_pages/{page.kind}.html", {"page": page})
    return {"html": html.replace(static(PICTOGRAMS), SHEET), **_preview_of(page)}


def page_html(link: ShareLink, *, picture: str) -> str | None:
    """The whole page of a link, with its picture's address; nothing where what it shows is gone."""
    content = _content(link, content_of)
    if content is None:
        return None
    html = content["html"].replace(SHEET, static(PICTOGRAMS))
    told = {"link": link, "description": content["description"], "content": html, "picture": picture}
    return render_to_string("publishing/shared_pages/page.html", told)


def preview_png(link: ShareLink) -> bytes | None:
    """What a preview of the link shows, as PNG: one chart of its page, and nothing that the page does not say."""
    content = _content(link, _preview_of)
    if content is None:
        return None
    return png(link.title, content["description"], content.get("preview"))


def _content(link: ShareLink, made_of: Callable[[SharedPage], dict[str, Any]]) -> dict[str, Any] | None:
    """Of a frozen link what it keeps."""
    if link.is_frozen:
        return dict(link.frozen)
    page = page_of(link.kind, link.query, link.reveals)
    return made_of(page) if page else None


def _preview_of(page: SharedPage) -> dict[str, Any]:
    return {"description": f"{page.distrust} {page.description}".strip(), "preview": page.preview}
