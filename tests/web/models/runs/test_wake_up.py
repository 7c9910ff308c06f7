"""The wake-ups in Redis."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from rq.job import Job

from benchlab import jobs
from benchlab.models import Delivery, State
from benchlab.models.events.event import Event, EventKind
from benchlab.models.notifications import delivery
from benchlab.models.notifications.delivery import FORGOTTEN_AFTER
from benchlab.models.queue import redis_connection
from benchlab.models.runs import wake_up
from tests import factories
from tests.web.notifications.conftest import make_webhook

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def wake_for_run() -> Job:
    factories.make_run(State.QUEUED)
    wake_up.wake_for_all()
    return redis_connection.queue().jobs[0]


def wake_for_delivery() -> Job:
    event = Event.objects.create(kind=EventKind.RUN_FAILED)
    Delivery.objects.create(event=event, webhook=make_webhook(), due_at=timezone.now() - 2 * FORGOTTEN_AFTER)
    delivery.wake_for_forgotten()
    return redis_connection.notices().jobs[0]


@pytest.mark.parametrize(
    ("wake", "make"),
    [(wake_for_run, jobs.make_worker), (wake_for_delivery, jobs.make_notices_worker)],
    ids=["run", "delivery"],
)
def test_a_worker_cleans_up_after_one_that_was_killed(
    wake: Callable[[], Job], make: Callable[[], jobs.RunWorker]
) -> None:
    job = wake()
    killed, survivor = make(), make()
    killed.prepare_execution(job)
    killed.prepare_job_execution(job)
    _let_expire(job)

    survivor.clean_registries()

    assert job.started_job_registry.get_job_ids(cleanup=False) == []


def _let_expire(job: Job) -> None:
    """What Redis and the clock do within a minute, once nobody beats for the execution."""
    [execution] = job.get_executions()
    connection = redis_connection.connection()
    connection.delete(execution.key)
    connection.zadd(job.started_job_registry.key, {execution.composite_key: 1})
