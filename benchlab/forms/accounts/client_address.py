"""Where a request comes from."""

from django.conf import settings
from django.http import HttpRequest

LONGEST = 64


def address_of(request: HttpRequest) -> str:
    """That of the client, as the outermost of our own proxies saw it; without proxies whoever connected."""
    told = [each.strip() for each in request.headers.get("X-Forwarded-For", "").split(",") if each.strip()]
    hops: list[str] = [*told, request.META.get("REMOTE_ADDR", "")]
    return hops[-1 - min(settings.PROXIES, len(told))][:LONGEST]
