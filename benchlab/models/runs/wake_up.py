"""Telling a worker that there is something to do. The row is the queue; the job in Redis is only the wake-up."""

import logging
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from redis import RedisError

from benchlab.models.queue import redis
from benchlab.models.runs.lock_acquisition import blockers, look_for_blocker

if TYPE_CHECKING:
    from benchlab.models.runs.run import Run

EXECUTE = "benchlab.jobs.execute_run"

log = logging.getLogger(__name__)


def wake_for(run: "Run") -> None:
    """Wake a worker for a run that was just queued, if it could start."""
    if not look_for_blocker(run):
        _send(run)


def wake_for_first(queued: "Sequence[Run]") -> None:
    """Wake for those of many that were just queued that could start; tell the others what they wait for."""
    places = {run.pk for run in queued}
    for run, blocker in list(blockers(type(queued[0]))):
        if not blocker and run.pk in places:
            _send(run)


def wake(runs: "type[Run]", *, known: Collection[int] = ()) -> None:
    """Wake a worker for each queued run that could start and is not ``known`` to Redis; tell the others why not.

    Where Redis is away, the keeper does it later.
    """
    for run, blocker in list(blockers(runs)):
        if not blocker and run.pk not in known:
            _send(run)


def wake_forgotten(runs: "type[Run]") -> None:
    """Wake for those of which Redis knows nothing, such as after it was emptied."""
    try:
        known = {job.args[0] for job in redis.queue().jobs if job.func_name == EXECUTE}
    except RedisError as error:
        log.debug("Redis can not be reached: %s", error)  # Every page says so; once a second is too often here.
    else:
        wake(runs, known=known)


def _send(run: "Run") -> None:
    try:
        redis.queue().enqueue(EXECUTE, run.pk, **redis.LIFE)
    except RedisError as error:
        log.warning("%s is queued, but no worker could be woken: %s", run, error)
