"""Telling a worker that there is something to do. The row is the queue; the job in Redis is only the wake-up."""

import logging
from typing import TYPE_CHECKING

import django_rq
from redis import RedisError

from benchlab.models.claims import look_for_blocker

if TYPE_CHECKING:
    from benchlab.models.run import Run, RunQuerySet

EXECUTE = "benchlab.jobs.execute_run"

log = logging.getLogger(__name__)


def wake(run: "Run") -> None:
    """Wake a worker if the run could start. Where Redis is away, the keeper does it later."""
    if look_for_blocker(run):
        return
    try:
        django_rq.get_queue().enqueue(EXECUTE, run.pk, result_ttl=0, failure_ttl=0)
    except RedisError as error:
        log.warning("Run %s is queued, but no worker could be woken: %s", run.pk, error)


def wake_all(queued: "RunQuerySet") -> None:
    """Wake for each that could start, and tell the others what they wait for."""
    for run in queued.order_by("pk"):
        wake(run)


def wake_forgotten(queued: "RunQuerySet") -> None:
    """Wake for those of which Redis knows nothing, such as after it was emptied."""
    try:
        known = [job.args[0] for job in django_rq.get_queue().jobs if job.func_name == EXECUTE]
    except RedisError as error:
        log.warning("Redis can not be reached: %s", error)
        known = []
    wake_all(queued.exclude(pk__in=known))
