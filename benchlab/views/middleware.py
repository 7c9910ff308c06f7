"""What every answer of the application has in common."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

# Tabler's style sheet draws its arrows and ticks from data: addresses.
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"

WITH_NONCE = "{policy}; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'"

GetResponse = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: GetResponse) -> GetResponse:
    def add_policy(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        return response

    return add_policy


def allow_inline(response: HttpResponse, nonce: str) -> HttpResponse:
    """Let the page's scripts and styles that bear the nonce stand within it."""
    response["Content-Security-Policy"] = WITH_NONCE.format(policy=POLICY, nonce=nonce)
    return response


class SignInRequired(LoginRequiredMiddleware):
    """Sends who is not signed in to the sign-in page; a poll takes its whole page there, not only its partial."""

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> Any:
        if not request.htmx:  # type: ignore[attr-defined]
            return super().handle_no_permission(request, view_func)
        page = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
        sign_in = resolve_url(self.get_login_url(view_func))
        return HttpResponseClientRedirect(f"{sign_in}?{urlencode({'next': page})}")
