"""What RQ calls, and the workers that it calls it in."""

import logging
import os
import socket
import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import django_rq
from redis import RedisError
from rq import Worker
from rq.job import Job

from benchlab import runner
from benchlab.models import Run, waking

PRESENCE = "benchlab:worker:"
PRESENCE_S = 15
HEARTBEAT_S = 5
RECONNECT_WITHIN_S = 5
ANSWER_KEPT_S = 2

log = logging.getLogger(__name__)


def execute_run(run_id: int) -> None:
    runner.execute(Run.objects.get(pk=run_id), parent=os.getppid())


def wake() -> None:
    waking.wake(Run)


@dataclass(frozen=True)
class Workers:
    """The workers that are alive; ``trouble`` says why there is none."""

    names: tuple[str, ...] = ()
    trouble: str = ""


def live() -> Workers:
    """Who would execute a run now; the answer is up to two seconds old."""
    return _live(int(time.monotonic() / ANSWER_KEPT_S))


@lru_cache(maxsize=1)
def _live(period: int) -> Workers:  # noqa: ARG001 - a new period asks anew.
    try:
        keys = list(django_rq.get_connection().scan_iter(f"{PRESENCE}*"))
    except RedisError as error:
        return Workers(trouble=f"Redis can not be reached ({error}).")
    names = tuple(sorted(key.decode().removeprefix(PRESENCE) for key in keys))
    return Workers(names, "" if names else "No worker is running.")


class RunWorker(Worker):
    """An RQ worker that says every few seconds that it lives, and outlives a Redis that goes away."""

    max_connection_wait_time = RECONNECT_WITHIN_S

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        super().heartbeat(timeout, pipeline)
        # RQ's own list of workers is lost with Redis' memory, and keeps a killed worker for minutes.
        (pipeline or self.connection).set(f"{PRESENCE}{self.name}", self.pid or 0, ex=PRESENCE_S)

    def maintain_heartbeats(self, job: Job) -> None:
        try:
            super().maintain_heartbeats(job)
        except RedisError as error:  # It would leave its run without a worker.
            self.log.warning("Redis can not be reached: %s", error)

    def register_death(self) -> None:
        super().register_death()  # type: ignore[no-untyped-call]
        self.connection.delete(f"{PRESENCE}{self.name}")


def wait_for_redis() -> None:
    """RQ's workers outlive a Redis that goes away, but not one that is not there yet."""
    while True:
        try:
            django_rq.get_connection().ping()
            return
        except RedisError as error:
            log.warning("Waiting for Redis: %s", error)
            time.sleep(1)


def make_worker() -> RunWorker:
    name = f"{socket.gethostname()}.{os.getpid()}"
    queue = django_rq.get_queue()
    ttl_s = 15 + HEARTBEAT_S  # RQ beats, while idle, 15 s before that.
    return RunWorker(
        [queue], name=name, connection=queue.connection, worker_ttl=ttl_s, job_monitoring_interval=HEARTBEAT_S
    )
