"""Share links, and the pages that they open."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from benchlab.definitions.language.problems import Refused
from benchlab.forms.publishing.share_links import ShareForm
from benchlab.models import ShareLink
from benchlab.models.publishing.share_link import LONGEST_TITLE, ShareLinkQuerySet
from benchlab.shared_pages import SharedPage, address_of, new_link, page_html, page_to_share, preview_png
from benchlab.views.accounts.permissions import may_share, signed_in

UNSEEN = {"X-Robots-Tag": "noindex, nofollow, noarchive", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"}
"""The address is the only secret: keep it out of search indexes, other sites' logs, and caches."""


@require_GET
@may_share
def shares(request: HttpRequest) -> HttpResponse:
    """Own links, and for admins all."""
    return render(
        request,
        "publishing/share_links/list.html",
        {"links": _listed(ShareLink.objects.visible_to(signed_in(request)))},
    )


@require_http_methods(["GET", "POST"])
@may_share
@never_cache
def share(request: HttpRequest) -> HttpResponse:
    """Share the page named in the query. A new link is shown once: only its hash is stored."""
    kind = request.GET.get("kind", "")
    page, query = _asked(request, kind)
    form = ShareForm(request.POST or None, offers=page.offers, initial={"title": page.title[:LONGEST_TITLE]})
    if request.method == "POST" and form.is_valid():
        link, token = new_link(signed_in(request), kind=kind, given=request.GET, **form.wanted)
        address = request.build_absolute_uri(reverse("shared", args=[token]))
        return render(request, "publishing/share_links/created.html", {"link": link, "address": address})
    others = ShareLink.objects.visible_to(signed_in(request)).filter(kind=kind, query=query)
    context = {"form": form, "page": page, "address": address_of(kind, query), "links": _listed(others)}
    return render(request, "publishing/share_links/new.html", context, status=422 if form.errors else 200)


def _listed(links: ShareLinkQuerySet) -> list[tuple[ShareLink, str]]:
    """Links with the addresses of their pages."""
    return [(link, address_of(link.kind, link.query)) for link in links.listed()]


@require_POST
@may_share
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    link = get_object_or_404(ShareLink.objects.visible_to(signed_in(request)), pk=pk)
    link.revoke()
    messages.success(request, f"The link to “{link.title}” is revoked.")
    return redirect("shares")


@login_not_required
@require_safe
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Unknown, expired, revoked and deleted pages get the same response."""
    link = ShareLink.usable(token)
    address = request.build_absolute_uri(reverse("shared-preview", args=[token]))
    html = page_html(link, picture=address) if link else None
    if link is None or html is None:
        return _gone()
    link.count_opening()
    return HttpResponse(html, headers=UNSEEN)


@login_not_required
@require_safe
def preview(request: HttpRequest, token: str) -> HttpResponse:  # noqa: ARG001
    """The social preview (og:image); not counted as an opening."""
    link = ShareLink.usable(token)
    drawn = preview_png(link) if link else None
    return HttpResponse(drawn, content_type="image/png", headers=UNSEEN) if drawn else _gone()


def _gone() -> HttpResponse:
    return HttpResponse(render_to_string("publishing/shared_pages/link_invalid.html"), status=404, headers=UNSEEN)


def _asked(request: HttpRequest, kind: str) -> tuple[SharedPage, str]:
    try:
        return page_to_share(kind, request.GET)
    except Refused:
        raise Http404("There is nothing to share.") from None
