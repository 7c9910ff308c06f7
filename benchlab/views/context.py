"""What every page knows."""

from dataclasses import dataclass
from typing import Literal

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from benchlab import jobs
from benchlab.models import Run
from benchlab.views.accounts.permissions import signed_in

_PAGES_OF = {"trends": ["regressions"], "people": ["audit"]}
"""Pages that belong to a place of the navigation and have an address of their own."""


@dataclass(frozen=True)
class Place:
    title: str
    url: str
    here: bool


@dataclass(frozen=True)
class WorkerWords:
    text: str
    tone: Literal["good", "busy", "bad"]


def navigation(request: HttpRequest) -> dict[str, object]:
    return {"places": SimpleLazyObject(lambda: _places(request))}


def workers(request: HttpRequest) -> dict[str, object]:
    """Asked for only where a page or a poll shows it."""
    if not request.user.is_authenticated:
        return {}
    return {"worker_trouble": SimpleLazyObject(lambda: jobs.live().trouble), "worker_words": SimpleLazyObject(_words)}


def _places(request: HttpRequest) -> list[Place]:
    named = [
        ("Runs", "runs"),
        ("Experiments", "experiments"),
        ("Compare", "comparison"),
        ("Trends", "trends"),
        ("Reports", "reports"),
        ("Benchmarks", "benchmarks"),
        ("Schedules", "schedules"),
        ("Servers", "servers"),
    ]
    if request.user.is_authenticated and signed_in(request).has_perm("benchlab.manage_people"):
        named.append(("People", "people"))
    return [Place(title, reverse(name), _is_within(request.path, name)) for title, name in named]


def _is_within(path: str, name: str) -> bool:
    return path.startswith(tuple(reverse(each) for each in (name, *_PAGES_OF.get(name, ()))))


def _words() -> WorkerWords:
    alive = len(jobs.live().names)
    if not alive:
        return WorkerWords("no worker", "bad")
    busy = Run.objects.running().count()
    kind = "worker" if alive == 1 else "workers"
    return WorkerWords(f"{alive} {kind}, {busy} busy", "busy") if busy else WorkerWords(f"{alive} {kind} idle", "good")
