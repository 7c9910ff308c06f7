"""Messages that explain why something was refused or is not shown."""

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest

from benchlab.definitions.language.problems import Refused


def say_why(request: HttpRequest, refused: Refused) -> None:
    messages.error(request, " ".join(problem.message for problem in refused.problems))


def chosen(request: HttpRequest, name: str, known: Collection[str], *, default: str, instead: str) -> str:
    """The value of this query parameter if it is known; otherwise the default, and a message."""
    asked = request.GET.get(name, default)
    if asked in known or asked == default:
        return asked
    messages.warning(request, f"There is no {name} “{asked[:60]}”; {instead}.")
    return default
