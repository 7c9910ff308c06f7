"""Authentication and permissions: a token, a signed-in browser, or the command line on this machine."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from ninja.errors import AuthenticationError, AuthorizationError, HttpError
from ninja.security import APIKeyCookie, HttpBearer
from ninja.utils import check_csrf

from benchlab.definitions.language.problems import Refused
from benchlab.forms.accounts.client_address import address_of
from benchlab.models import ApiToken, User
from benchlab.models.accounts import UnknownToken
from benchlab.models.accounts.login_throttle import in_words, minutes_to_wait_with_tokens

MAY_NOT = "Your role, or the token's, does not allow this. An admin can change a role; for a token, create a new one."
FOREIGN_FORM = "The request has a session cookie, but not the X-CSRFToken header that goes with it."
TOO_MANY_TOKENS = "Too many unknown tokens from your address, this one included. Wait {time}."
FOR_PEOPLE = "A token cannot do this: sign in, and use the page “{page}”."


class Token(HttpBearer):
    """``Authorization: Bearer benchlab_...``"""

    def __init__(self, permission: str) -> None:
        super().__init__()
        self._permission = permission

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        try:
            presented = ApiToken.presented(token)
        except UnknownToken as unknown:
            if minutes := minutes_to_wait_with_tokens(address_of(request)):
                raise HttpError(
                    HTTPStatus.TOO_MANY_REQUESTS, TOO_MANY_TOKENS.format(time=in_words(minutes))
                ) from unknown
            raise AuthenticationError(message=unknown.problems[0].message) from unknown
        except Refused as refused:
            raise AuthenticationError(message=refused.problems[0].message) from refused
        request.user, request.api_token = presented.user, presented  # type: ignore[attr-defined]
        _refuse_unless(presented.may(self._permission))
        return presented


class Session(APIKeyCookie):
    """The cookie of a signed-in browser; changes need the X-CSRFToken header."""

    param_name = settings.SESSION_COOKIE_NAME

    def __init__(self, permission: str) -> None:
        super().__init__()
        self._permission = permission

    def __call__(self, request: HttpRequest) -> User | None:
        if not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise AuthorizationError(message=FOREIGN_FORM)
        _refuse_unless(request.user.has_perm(self._permission))
        return signed_in(request)

    def authenticate(self, request: HttpRequest, key: str | None) -> None:
        """Done by the session middleware."""


def may(right: str) -> list[Callable[[HttpRequest], Any]]:
    """For an operation's ``auth``: requires a permission, ``may("launch_run")``."""
    permission = f"benchlab.{right}"
    return [_is_operator, Token(permission), Session(permission)]


def as_operator(request: HttpRequest) -> HttpRequest:
    """Marks a request of the local command line, which can read the database anyway; never set for HTTP."""
    request.is_operator, request.user = True, None  # type: ignore[attr-defined, assignment]
    return request


def signed_in(request: HttpRequest) -> User:
    """The person, or the token's owner; None for the command line on this machine."""
    return request.user  # type: ignore[return-value]


def has_right(request: HttpRequest, right: str) -> bool:
    """Whether the caller has this permission in addition to the operation's."""
    asking = getattr(request, "api_token", None)
    permission = f"benchlab.{right}"
    return is_operator(request) or (asking.may(permission) if asking else signed_in(request).has_perm(permission))


def name_of(request: HttpRequest) -> str:
    """The caller's name."""
    return "the command line" if is_operator(request) else signed_in(request).username


def refuse_tokens(request: HttpRequest, *, page: str = "API tokens") -> None:
    """Otherwise a stolen token could create access that outlives its revocation."""
    if hasattr(request, "api_token"):
        raise AuthorizationError(message=FOR_PEOPLE.format(page=page))


def is_operator(request: HttpRequest) -> bool:
    return getattr(request, "is_operator", False)


def _is_operator(request: HttpRequest) -> bool:
    return is_operator(request)


def _refuse_unless(allowed: Any) -> None:
    if not allowed:
        raise AuthorizationError(message=MAY_NOT)
