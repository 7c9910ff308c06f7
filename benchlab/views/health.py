"""Whether this installation works."""

import logging

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.utils import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

DATABASE_IS_ILL = "benchlab's own database can not be reached; the log of the web process says why."

log = logging.getLogger(__name__)


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    try:
        connection.ensure_connection()
    except DatabaseError:
        log.exception("The database can not be reached")
        return JsonResponse({"ok": False, "ill": "database", "error": DATABASE_IS_ILL}, status=503)
    return JsonResponse({"ok": True})
