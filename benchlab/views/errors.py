"""Error pages in benchlab's design: what happened, why, and what to do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import get_template


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "errors/403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return render(request, "errors/404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:  # noqa: ARG001
    """Uses no database and no context processor: they may be the cause of the error."""
    return HttpResponse(get_template("errors/500.html").render(), status=500)
