"""Waking workers for the queued runs that could start."""

import logging
from collections.abc import Collection, Sequence

from redis import RedisError

from benchlab.models.queue import wake_up_jobs
from benchlab.models.runs.lock_acquisition import blockers, look_for_blocker
from benchlab.models.runs.run import Run

log = logging.getLogger(__name__)


def wake_for(run: Run) -> None:
    """Wake a worker for a run that was just queued, if it could start."""
    if not look_for_blocker(run):
        _send(run)


def wake_for_first(queued: Sequence[Run]) -> None:
    """Wake workers for those that were just queued and could start; the others get what they wait for."""
    new = {run.pk for run in queued}
    for run, blocker in list(blockers()):
        if not blocker and run.pk in new:
            _send(run)


def wake_for_all(*, known: Collection[int] = ()) -> None:
    """Wake workers for all queued runs that could start and are not ``known`` to Redis.

    Where Redis is away, the keeper does it later.
    """
    for run, blocker in list(blockers()):
        if not blocker and run.pk not in known:
            _send(run)


def wake_for_forgotten() -> None:
    """Wake workers for the runs that Redis lost, such as after it was emptied."""
    try:
        known = wake_up_jobs.queued_runs()
    except RedisError as error:
        log.debug("Redis can not be reached: %s", error)  # Every page says so; once a second is too often here.
    else:
        wake_for_all(known=known)


def _send(run: Run) -> None:
    try:
        wake_up_jobs.send_run(run.pk)
    except RedisError as error:
        log.warning("%s is queued, but no worker could be woken: %s", run, error)
