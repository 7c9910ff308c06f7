"""What RQ calls, and the workers that it calls it in."""

import logging
import os
import socket
import time
from dataclasses import dataclass
from threading import Lock
from typing import Any

import django_rq
from redis import RedisError
from rq import Worker
from rq.job import Job, Retry

from benchlab import runner
from benchlab.models import Delivery, Run
from benchlab.models.notifications.delivery import WAITS_S
from benchlab.models.queue import redis_connection
from benchlab.models.runs import wake_up

PRESENCE = "benchlab:worker:"
NOTICES_PRESENCE = "benchlab:notices:"
KEEPER_PRESENCE = "benchlab:keeper:"
PRESENCE_S = 15
HEARTBEAT_S = 5
RECONNECT_WITHIN_S = 5
ANSWER_KEPT_S = 2
TROUBLE_KEPT_S = 6
"""A Redis that hangs costs each question two seconds."""

log = logging.getLogger(__name__)


def execute_run(run_id: int) -> None:
    runner.execute(Run.objects.get(pk=run_id), parent=os.getppid())


def deliver(delivery_id: int) -> Retry | None:
    """RQ's retry, in so many seconds as the row says."""
    waits_s = [each.attempt() for each in Delivery.objects.filter(pk=delivery_id)]  # None if it was deleted meanwhile.
    return Retry(max=len(WAITS_S), interval=waits_s[0]) if any(waits_s) else None


def wake() -> None:
    wake_up.wake_for_all()


@dataclass(frozen=True)
class Workers:
    """The workers that are alive; ``trouble`` says why there is none."""

    names: tuple[str, ...] = ()
    trouble: str = ""
    is_known: bool = True
    """Whether Redis answered."""


def forget_answer() -> None:
    """Ask Redis again the next time."""
    _answer.forget()


def live() -> Workers:
    """Who would execute a run now; the answer is some seconds old."""
    return _answer.current()


def notices_trouble() -> str:
    """Why no notification is sent now; empty where all is well."""
    try:
        alive = next(redis_connection.connection().scan_iter(f"{NOTICES_PRESENCE}*"), None)
    except RedisError as error:
        return redis_connection.sentence(error)
    return "" if alive else "No process that sends notifications is running."


class _Answer:
    """Kept for a while, and asked for by one thread at a time."""

    def __init__(self) -> None:
        self._asking, self._found, self._until = Lock(), Workers(), 0.0

    def current(self) -> Workers:
        with self._asking:
            if time.monotonic() >= self._until:
                self._found = _ask()
                kept_s = ANSWER_KEPT_S if self._found.is_known else TROUBLE_KEPT_S
                self._until = time.monotonic() + kept_s
            return self._found

    def forget(self) -> None:
        self._until = 0.0


_answer = _Answer()


def _ask() -> Workers:
    try:
        keys = list(redis_connection.connection().scan_iter(f"{PRESENCE}*"))
    except RedisError as error:
        log.warning("Redis: %s", error)
        return Workers(trouble=redis_connection.sentence(error), is_known=False)
    names = tuple(sorted(key.decode().removeprefix(PRESENCE) for key in keys))
    return Workers(names, "" if names else "No worker is running.")


class RunWorker(Worker):
    """An RQ worker that says every few seconds that it lives, and outlives a Redis that goes away."""

    max_connection_wait_time = RECONNECT_WITHIN_S
    presence = PRESENCE

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        super().heartbeat(timeout, pipeline)
        # RQ's own list of workers is lost with Redis' memory, and keeps a killed worker for minutes.
        (pipeline or self.connection).set(f"{self.presence}{self.name}", self.pid or 0, ex=PRESENCE_S)

    def maintain_heartbeats(self, job: Job) -> None:
        try:
            super().maintain_heartbeats(job)
        except RedisError as error:  # It would leave its run without a worker.
            self.log.warning("Redis can not be reached: %s", error)

    def register_death(self) -> None:
        super().register_death()  # type: ignore[no-untyped-call]
        self.connection.delete(f"{self.presence}{self.name}")


class NoticesWorker(RunWorker):
    """One that sends notifications, and executes no run."""

    presence = NOTICES_PRESENCE


def wait_for_redis() -> None:
    """RQ's workers outlive a Redis that goes away, but not one that is not there yet."""
    while True:
        try:
            redis_connection.connection().ping()
            return
        except RedisError as error:
            log.warning("Waiting for Redis: %s", error)
            time.sleep(1)


def show_keeper() -> None:
    """Let Redis know that the keeper of this process has just looked after everything."""
    try:
        redis_connection.connection().set(f"{KEEPER_PRESENCE}{_process_name()}", os.getpid(), ex=PRESENCE_S)
    except RedisError as error:
        log.debug("Redis can not be reached: %s", error)


def make_worker() -> RunWorker:
    return _make(RunWorker, "default")


def make_notices_worker() -> RunWorker:
    return _make(NoticesWorker, redis_connection.NOTICES)


def _make(kind: type[RunWorker], queue_name: str) -> RunWorker:
    own = django_rq.get_queue(queue_name)  # With a connection that may wait for long.
    ttl_s = 15 + HEARTBEAT_S  # RQ beats, while idle, 15 s before that.
    return kind(
        [own], name=_process_name(), connection=own.connection, worker_ttl=ttl_s, job_monitoring_interval=HEARTBEAT_S
    )


def _process_name() -> str:
    return f"{socket.gethostname()}.{os.getpid()}"
