"""Taking a run and all that it needs in one transaction, or saying what it waits for."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone

from benchlab.models.runs.locks import Lock, Resource, needed_resources

if TYPE_CHECKING:
    from benchlab.models.runs.run import Run


def claim(run: "Run", worker: str) -> bool:
    """Whether the run is the worker's now; if not, ``waiting_for`` says why, unless somebody else has it."""
    if look_for_blocker(run):
        return False
    try:
        with transaction.atomic():
            return _take(run, worker)
    except IntegrityError:  # Another run took what it needs since we looked.
        look_for_blocker(run)
        return False


def look_for_blocker(run: "Run") -> str:
    """What the queued run waits for, in one sentence, kept in ``waiting_for``; empty when it could start."""
    run.waiting_for = next((sentence for queued, sentence in blockers(type(run)) if queued.pk == run.pk), "")
    return run.waiting_for


def blockers(runs: "type[Run]") -> "Iterator[tuple[Run, str]]":
    """Each queued run in order, and what it waits for.

    Runs that need the same things start in the order in which they were queued, so that A B A B stays so.
    """
    taken = {
        lock.resource: f"run {lock.run_id}, which {lock.reason or 'uses ' + lock.title}" for lock in Lock.objects.all()
    }
    for run in runs.objects.queued().order_by("pk").prefetch_related("servers"):
        resources = needed_resources(run.servers.all())
        sentence = next((f"Waits for {taken[each.key]}." for each in resources if each.key in taken), "")
        _keep(run, sentence)
        yield run, sentence
        for resource in resources:
            taken.setdefault(resource.key, f"run {run.pk}, which is ahead of it for {resource.title}")


def _keep(run: "Run", sentence: str) -> None:
    if sentence != run.waiting_for:
        type(run).objects.queued().filter(pk=run.pk).update(waiting_for=sentence)


def _take(run: "Run", worker: str) -> bool:
    now = timezone.now()
    taken = {"state": "running", "worker": worker, "started_at": now, "beat_at": now, "waiting_for": ""}
    if type(run).objects.queued().filter(pk=run.pk).update(**{**taken, "beat_at": Now()}) != 1:
        return False
    for resource in _in_order(needed_resources(run.servers.all())):
        Lock.objects.create(resource=resource.key, title=resource.title, run=run)
    for name, value in taken.items():
        setattr(run, name, value)
    return True


def _in_order(resources: list[Resource]) -> list[Resource]:
    """One order everywhere, so that two claims can not deadlock."""
    return sorted(resources, key=lambda each: each.key)
