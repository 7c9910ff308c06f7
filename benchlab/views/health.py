"""Health check of this installation."""

import logging

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.utils import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

DATABASE_ERROR = "Cannot connect to benchlab's own database; see the log of the web process."

log = logging.getLogger(__name__)


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    try:
        connection.ensure_connection()
    except DatabaseError:
        log.exception("Cannot connect to the database")
        return JsonResponse({"ok": False, "ill": "database", "error": DATABASE_ERROR}, status=503)
    return JsonResponse({"ok": True})
