"""The address of the client that made a request."""

from django.conf import settings
from django.http import HttpRequest

LONGEST = 64


def address_of(request: HttpRequest) -> str:
    """The client's address as the outermost of our proxies saw it; without proxies, the peer's."""
    told = [each.strip() for each in request.headers.get("X-Forwarded-For", "").split(",") if each.strip()]
    hops: list[str] = [*told, request.META.get("REMOTE_ADDR", "")]
    return hops[-1 - min(settings.PROXIES, len(told))][:LONGEST]
