"""Whether this installation works."""

from django.contrib.auth.decorators import login_not_required
from django.db import connection
from django.db.utils import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> JsonResponse:  # noqa: ARG001
    try:
        connection.ensure_connection()
    except DatabaseError as error:
        return JsonResponse({"ok": False, "error": str(error)}, status=503)
    return JsonResponse({"ok": True})
