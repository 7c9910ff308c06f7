"""Health check of this installation."""

import logging
from collections.abc import Callable

from django.db import connection
from django.db.utils import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

PATH = "/healthz"
DATABASE_ERROR = "Cannot connect to benchlab's own database; see the log of the web process."

log = logging.getLogger(__name__)


def answer_by_any_name(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """A middleware and no view, before the host name is verified: whoever looks after a process asks 127.0.0.1."""
    return lambda request: healthz(request) if request.path == PATH else get_response(request)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    try:
        connection.ensure_connection()
    except DatabaseError:
        log.exception("Cannot connect to the database")
        return JsonResponse({"ok": False, "ill": "database", "error": DATABASE_ERROR}, status=503)
    return JsonResponse({"ok": True})
