"""Addresses of earlier versions redirect to those of today."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def moved_to(address: str) -> Callable[..., HttpResponse]:
    """``address`` may name parts of the old one in braces; method, body and query are kept."""

    def answer(request: HttpRequest, **parts: str) -> HttpResponse:
        query = request.META["QUERY_STRING"]
        new = address.format(**parts) + (f"?{query}" if query else "")
        return redirect(new, permanent=True, preserve_request=True)

    return answer
