"""Saying on the page why something was not done, or is not shown."""

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest

from benchlab.definitions.language.problems import Refused


def say_why(request: HttpRequest, refused: Refused) -> None:
    messages.error(request, " ".join(problem.message for problem in refused.problems))


def chosen(request: HttpRequest, name: str, known: Collection[str], *, default: str, instead: str) -> str:
    """What the address says by this name, if there is that; of an old or mistyped one a sentence tells."""
    asked = request.GET.get(name, default)
    if asked in known or asked == default:
        return asked
    messages.warning(request, f"There is no {name} “{asked[:60]}” (any more); {instead}.")
    return default
