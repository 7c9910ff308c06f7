"""Context processors: navigation and worker status."""

from dataclasses import dataclass
from typing import Literal

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import SimpleLazyObject

from benchlab import jobs
from benchlab.models import Run
from benchlab.views.accounts.permissions import signed_in

_PAGES_OF = {"trends": ["regressions"], "people": ["audit"]}
"""Pages that belong to a navigation item but have an address of their own."""


@dataclass(frozen=True)
class Place:
    title: str
    url: str
    here: bool


@dataclass(frozen=True)
class WorkerStatus:
    text: str
    tone: Literal["good", "busy", "bad"]


def navigation(request: HttpRequest) -> dict[str, object]:
    return {"places": SimpleLazyObject(lambda: _places(request))}


def workers(request: HttpRequest) -> dict[str, object]:
    """Evaluated only if a page or a poll shows it."""
    if not request.user.is_authenticated:
        return {}
    return {"worker_trouble": SimpleLazyObject(lambda: jobs.live().trouble), "worker_status": SimpleLazyObject(_status)}


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


def _status() -> WorkerStatus:
    alive = len(jobs.live().names)
    if not alive:
        return WorkerStatus("no worker", "bad")
    busy = Run.objects.running().count()
    kind = "worker" if alive == 1 else "workers"
    return (
        WorkerStatus(f"{alive} {kind}, {busy} busy", "busy") if busy else WorkerStatus(f"{alive} {kind} idle", "good")
    )
