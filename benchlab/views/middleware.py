"""Middleware."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import resolve_url
from django_htmx.http import HttpResponseClientRedirect

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import Actor, acting

# Tabler's style sheet draws its arrows and ticks from data: addresses.
POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'"

WITH_NONCE = "{policy}; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'"
API = "/api/v"
JSON = "application/json"
SENTENCES = {
    400: "The request is malformed, or its host name is not among those configured (BENCHLAB_HOSTS).",
    404: "There is nothing at this address. The API is documented at /api/.",
    405: "This address does not support this method.",
    500: "A bug in benchlab; see the log of the web process.",
}

GetResponse = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: GetResponse) -> GetResponse:
    def add_policy(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        return response

    return add_policy


def allow_inline(response: HttpResponse, nonce: str) -> HttpResponse:
    """Allow inline scripts and styles that carry the nonce."""
    response["Content-Security-Policy"] = WITH_NONCE.format(policy=POLICY, nonce=nonce)
    return response


def api_answers_in_json(get_response: GetResponse) -> GetResponse:
    """Errors under the API's addresses are JSON documents, too, also those raised outside the API."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        is_page = response.status_code >= 400 and not response.headers.get("Content-Type", "").startswith(JSON)
        return _refusal(response) if is_page and request.path.startswith(API) else response

    return answer


def _refusal(page: HttpResponse) -> HttpResponse:
    refused = Refused([Problem("address", SENTENCES.get(page.status_code, page.reason_phrase))])
    allow = {"Allow": page["Allow"]} if "Allow" in page else {}
    return JsonResponse(refused.to_json(), status=page.status_code, headers=allow)


def actors(get_response: GetResponse) -> GetResponse:
    """Sets the actor for the audit log."""

    def answer(request: HttpRequest) -> HttpResponse:
        with acting(lambda: _actor(request)):
            return get_response(request)

    return answer


def _actor(request: HttpRequest) -> Actor:
    token = getattr(request, "api_token", None)
    means = f"token {token.name}" if token else "API" if request.path.startswith(API) else ""
    return Actor(request.user.get_username() or "nobody", means)


class SignInRequired(LoginRequiredMiddleware):
    """Redirects to the sign-in page if nobody is signed in; a poll redirects its whole page."""

    def process_view(self, request: HttpRequest, view_func: Callable[..., Any], *view: Any) -> Any:
        """The API checks permissions itself."""
        return None if request.path.startswith(API) else super().process_view(request, view_func, *view)

    def handle_no_permission(self, request: HttpRequest, view_func: Callable[..., Any]) -> Any:
        if not request.htmx:  # type: ignore[attr-defined]
            return super().handle_no_permission(request, view_func)
        page = request.htmx.current_url_abs_path or "/"  # type: ignore[attr-defined]
        sign_in = resolve_url(self.get_login_url(view_func))
        return HttpResponseClientRedirect(f"{sign_in}?{urlencode({'next': page})}")
