"""Webhooks and people, and a worker that tells them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from rq import SimpleWorker

from benchlab.models import Run, State, User, Webhook
from benchlab.models.events import SUBSCRIBABLE
from benchlab.models.queue import redis_connection
from tests import factories
from tests.listeners import Hook, Post, listening_hook, mail_server_of

Work = Callable[[], None]


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every event is a row."""


@pytest.fixture(autouse=True)
def _here(settings: Any) -> None:
    """The test listens on this machine."""
    settings.NOTICES_TO_LOOPBACK = True


@pytest.fixture
def hook() -> Iterator[Hook]:
    with listening_hook() as listening:
        yield listening


@pytest.fixture
def post(settings: Any) -> Iterator[Post]:
    """benchlab's mail server."""
    with mail_server_of(settings) as listening:
        yield listening


@pytest.fixture
def work(redis_server: str) -> Work:
    """Do what is queued, in this process."""
    return lambda: bool(
        SimpleWorker([redis_connection.notices()], connection=redis_connection.connection()).work(burst=True)
    )


@pytest.fixture
def running() -> Run:
    return factories.make_run(State.RUNNING, seconds=5, worker="worker:1", headline=18420.4)


def make_webhook(url: str = "http://127.0.0.1:9/", **changes: Any) -> Webhook:
    given = {"name": "chat", "url": url, "events": [event for event, _ in SUBSCRIBABLE], **changes}
    return Webhook.objects.create(**given)


def make_reader(name: str = "ann", *events: str, own: bool = False) -> User:
    person = factories.make_user(name)
    person.email = f"{name}@example.org"
    person.save()
    for event in events:
        person.email_subscriptions.create(event=event, only_own=own)
    return person
