"""Error responses: always a refusal document with a sentence for each problem."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any

from django.db import DatabaseError
from django.forms import BaseForm
from django.http import Http404, HttpRequest, JsonResponse
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from benchlab.api.accounts.access import is_operator
from benchlab.definitions.language.problems import Problem, Refused

BUG = "A bug in benchlab; see the log of the web process."
NOT_SIGNED_IN = "Sign in, or send a token as “Authorization: Bearer benchlab_...”. Create one on the page “API tokens”."
NO_JSON = "The request body is not valid JSON."
LONE_SURROGATE = "The request body contains a lone surrogate such as \\ud800, which is not valid text."
NO_DATABASE = "Cannot connect to benchlab's own database; see the log of the web process."

log = logging.getLogger(__name__)


class Missing(Refused):
    """The requested object does not exist."""


class Conflict(Refused):
    """The object's current state does not allow this."""


@contextmanager
def conflict_if_refused() -> Iterator[None]:
    """Turns Refused into Conflict: the object's state is the reason."""
    try:
        yield
    except Refused as refused:
        raise Conflict(refused.problems) from refused


def refuse_unless_valid(form: BaseForm) -> None:
    """Raises Refused with the errors of the page's form."""
    if not form.is_valid():
        found = form.errors.items()
        raise Refused([Problem(name, str(message)) for name, messages in found for message in messages])


def add_handlers(api: NinjaAPI) -> None:
    handlers: dict[type[Exception], Any] = {
        Refused: _refused,
        HttpError: _http_error,
        ValidationError: _invalid,
        Http404: _not_found,
        DatabaseError: _database_error,
        Exception: _bug,
    }
    for kind, handler in handlers.items():
        api.add_exception_handler(kind, handler)


def _refused(request: HttpRequest, refused: Refused) -> JsonResponse:  # noqa: ARG001
    statuses = {Missing: HTTPStatus.NOT_FOUND, Conflict: HTTPStatus.CONFLICT}
    return _answer(refused, statuses.get(type(refused), HTTPStatus.UNPROCESSABLE_ENTITY))


def _http_error(request: HttpRequest, error: HttpError) -> JsonResponse:  # noqa: ARG001
    """Not signed in, not allowed, or a body that is not JSON."""
    sentence = error.message
    if error.status_code == HTTPStatus.UNAUTHORIZED and sentence == "Unauthorized":
        sentence = NOT_SIGNED_IN
    if error.status_code == HTTPStatus.BAD_REQUEST:
        sentence = LONE_SURROGATE if isinstance(error.__cause__, UnicodeEncodeError) else NO_JSON
    where = {401: "token", 403: "role", 429: "token"}.get(error.status_code, "body")
    response = _answer(Refused([Problem(where, sentence)]), error.status_code)
    if error.status_code == HTTPStatus.UNAUTHORIZED:
        response["WWW-Authenticate"] = "Bearer"
    return response


def _invalid(request: HttpRequest, error: ValidationError) -> JsonResponse:  # noqa: ARG001
    problems = [Problem(_place(each["loc"]), f"{each['msg']}.") for each in error.errors]
    return _answer(Refused(problems), HTTPStatus.UNPROCESSABLE_ENTITY)


def _not_found(request: HttpRequest, error: Http404) -> JsonResponse:  # noqa: ARG001
    return _answer(
        Refused([Problem("address", str(error) or "There is nothing at this address.")]), HTTPStatus.NOT_FOUND
    )


def _database_error(request: HttpRequest, error: DatabaseError) -> JsonResponse:
    if is_operator(request):
        raise error
    log.exception("The database refused %s", request.path)
    return _answer(Refused([Problem("database", NO_DATABASE)]), HTTPStatus.SERVICE_UNAVAILABLE)


def _bug(request: HttpRequest, error: Exception) -> JsonResponse:
    if is_operator(request):
        raise error
    log.exception("%s failed", request.path)
    return _answer(Refused([Problem("benchlab", BUG)]), HTTPStatus.INTERNAL_SERVER_ERROR)


def _answer(refused: Refused, status: int) -> JsonResponse:
    return JsonResponse(refused.to_json(), status=status)


def _place(location: tuple[str | int, ...]) -> str:
    """``("body", "launch", "repeats")`` is ``repeats``: the names of our arguments are internal."""
    skipped = 2 if location[0] == "body" and len(location) > 2 else 1
    return ".".join(str(part) for part in location[skipped:]) or str(location[0])
