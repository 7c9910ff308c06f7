"""What every page knows."""

from django.http import HttpRequest

def workers(request: HttpRequest) -> dict[str, object]:
    return {}
