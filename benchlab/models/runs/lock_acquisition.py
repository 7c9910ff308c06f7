"""Taking a run and all its locks in one transaction, or recording what it waits for."""

from collections.abc import Iterable, Iterator

from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone

from benchlab.models.runs.locks import Lock, Resource, needed_resources
from benchlab.models.runs.run import Run
from benchlab.models.runs.states import State


def claim(run: Run, worker: str) -> bool:
    """Whether the run is the worker's now; if not, ``waiting_for`` says why, unless another worker has it."""
    if look_for_blocker(run):
        return False
    try:
        with transaction.atomic():
            return _take(run, worker)
    except IntegrityError:  # Another run took what it needs since we looked.
        look_for_blocker(run)
        return False


def look_for_blocker(run: Run) -> str:
    """What the queued run waits for, in one sentence, kept in ``waiting_for``; empty when it could start."""
    run.waiting_for = next((sentence for queued, sentence in blockers() if queued.pk == run.pk), "")
    return run.waiting_for


def blockers() -> Iterator[tuple[Run, str]]:
    """Each queued run in order, and what it waits for.

    Runs that need the same things start in the order in which they were queued, so that A B A B stays so.
    """
    taken = {
        lock.resource: f"run {lock.run_id}, which {lock.reason or 'uses ' + lock.title}" for lock in Lock.objects.all()
    }
    for run in Run.objects.queued().order_by("pk").prefetch_related("servers"):
        resources = needed_resources(run.servers.all())
        sentence = next((f"Waits for {taken[each.key]}." for each in resources if each.key in taken), "")
        _keep(run, sentence)
        yield run, sentence
        for resource in resources:
            taken.setdefault(resource.key, f"run {run.pk}, which is ahead of it for {resource.title}")


def lock_all(run: Run, resources: Iterable[Resource], *, reason: str = "") -> None:
    """Raises IntegrityError where one is locked; called in a transaction."""
    # One order everywhere, so that two can not deadlock.
    for resource in sorted(resources, key=lambda each: each.key):
        Lock.objects.create(resource=resource.key, title=resource.title, run=run, reason=reason)


def _keep(run: Run, sentence: str) -> None:
    if sentence != run.waiting_for:
        Run.objects.queued().filter(pk=run.pk).update(waiting_for=sentence)


def _take(run: Run, worker: str) -> bool:
    now = timezone.now()
    taken = {"state": State.RUNNING, "worker": worker, "started_at": now, "beat_at": now, "waiting_for": ""}
    if Run.objects.queued().filter(pk=run.pk).update(**{**taken, "beat_at": Now()}) != 1:
        return False
    lock_all(run, needed_resources(run.servers.all()))
    for name, value in taken.items():
        setattr(run, name, value)
    return True
