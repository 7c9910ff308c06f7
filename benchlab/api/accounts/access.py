"""Who asks, and what they may do: a token, a signed-in browser, or whoever runs the command line on this machine."""

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

MAY_NOT = "Your role, or the token's, does not allow this. An admin can change a role; a token is made anew."
FOREIGN_FORM = "The request came without the X-CSRFToken header that goes with the session cookie."
TOO_MANY_TOKENS = "This token is not known here, as many others from your address were not. Wait {time}."
FOR_PEOPLE = "A token can not do this: sign in, and do it on the page “{page}”."


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
    """The cookie of a signed-in browser, with the X-CSRFToken header where something changes."""

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
        """The session's middleware did."""


def may(right: str) -> list[Callable[[HttpRequest], Any]]:
    """For an operation's ``auth``: those with this right, ``may("launch_run")``."""
    permission = f"benchlab.{right}"
    return [_is_operator, Token(permission), Session(permission)]


def as_operator(request: HttpRequest) -> HttpRequest:
    """A request of whoever can read the database anyway; what comes over HTTP never has this mark."""
    request.is_operator, request.user = True, None  # type: ignore[attr-defined, assignment]
    return request


def signed_in(request: HttpRequest) -> User:
    """The person, or whose token it is; None for the command line on this machine."""
    return request.user  # type: ignore[return-value]


def has_right(request: HttpRequest, right: str) -> bool:
    """Whether who asks has this right beside the one that the operation takes."""
    asking = getattr(request, "api_token", None)
    permission = f"benchlab.{right}"
    return is_operator(request) or (asking.may(permission) if asking else signed_in(request).has_perm(permission))


def name_of(request: HttpRequest) -> str:
    """Of who asks."""
    return "the command line" if is_operator(request) else signed_in(request).username


def refuse_tokens(request: HttpRequest, *, page: str = "API tokens") -> None:
    """A stolen token must not be able to outlive its revocation by letting others in."""
    if hasattr(request, "api_token"):
        raise AuthorizationError(message=FOR_PEOPLE.format(page=page))


def is_operator(request: HttpRequest) -> bool:
    return getattr(request, "is_operator", False)


def _is_operator(request: HttpRequest) -> bool:
    return is_operator(request)


def _refuse_unless(allowed: Any) -> None:
    if not allowed:
        raise AuthorizationError(message=MAY_NOT)
