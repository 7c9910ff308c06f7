"""What every page knows."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from benchlab.views.signed_in import signed_in


@dataclass(frozen=True)
class Place:
    title: str
    url: str
    here: bool


def navigation(request: HttpRequest) -> dict[str, object]:
    return {"places": SimpleLazyObject(lambda: _places(request))}


def _places(request: HttpRequest) -> list[Place]:
    named = [("Runs", "runs"), ("Benchmarks", "benchmarks"), ("Servers", "servers")]
    if request.user.is_authenticated and signed_in(request).has_perm("benchlab.manage_people"):
        named.append(("People", "people"))
    return [Place(title, reverse(name), request.path.startswith(reverse(name))) for title, name in named]


def workers(request: HttpRequest) -> dict[str, object]:  # noqa: ARG001
    return {}
