"""Taking a run and all that it needs in one transaction, or saying what it waits for."""

from typing import TYPE_CHECKING

from django.db import IntegrityError, transaction
from django.utils import timezone

from benchlab.models.held import Lock, Resource, needed_resources

if TYPE_CHECKING:
    from benchlab.models.run import Run


def claim(run: "Run", worker: str) -> bool:
    """Whether the run is the worker's now; if not, ``waiting_for`` says why, unless somebody else has it."""
    resources = needed_resources(run.servers.all())
    if look_for_blocker(run, resources):
        return False
    try:
        with transaction.atomic():
            return _take(run, worker, resources)
    except IntegrityError:  # Another run took one of them since we looked.
        look_for_blocker(run, resources)
        return False


def look_for_blocker(run: "Run", resources: list[Resource] | None = None) -> str:
    """What the queued run waits for, in one sentence, kept in ``waiting_for``; empty when it could start."""
    found = _blocker(run, needed_resources(run.servers.all()) if resources is None else resources)
    if found != run.waiting_for:
        type(run).objects.queued().filter(pk=run.pk).update(waiting_for=found)
        run.waiting_for = found
    return found


def _take(run: "Run", worker: str, resources: list[Resource]) -> bool:
    now = timezone.now()
    taken = {"state": "running", "worker": worker, "started_at": now, "beat_at": now, "waiting_for": ""}
    if type(run).objects.queued().filter(pk=run.pk).update(**taken) != 1:
        return False
    # In one order everywhere, so that two claims can not deadlock.
    for resource in sorted(resources, key=lambda each: each.key):
        Lock.objects.create(resource=resource.key, title=resource.title, run=run)
    for name, value in taken.items():
        setattr(run, name, value)
    return True


def _blocker(run: "Run", resources: list[Resource]) -> str:
    keys = [each.key for each in resources]
    if held := sorted(Lock.objects.filter(resource__in=keys), key=lambda lock: keys.index(lock.resource)):
        return f"Waits for run {held[0].run_id}, which {held[0].reason or 'uses ' + held[0].title}."
    return _earlier_run(run, {each.key: each.title for each in resources})


def _earlier_run(run: "Run", titles: dict[str, str]) -> str:
    """Runs that need the same things start in the order they were queued, so that A B A B stays so."""
    for earlier in type(run).objects.queued().filter(pk__lt=run.pk).order_by("pk").prefetch_related("servers"):
        for resource in needed_resources(earlier.servers.all()):
            if resource.key in titles:
                return f"Waits for run {earlier.pk}, which is ahead of it for {resource.title}."
    return ""
