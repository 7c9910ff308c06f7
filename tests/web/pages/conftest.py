"""People of each role, signed in."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchlab.models import Role, Run, State
from tests import factories
from tests.web.pages.reader import Reader


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every page reads the database."""


def signed_in_as(role: str) -> Client:
    client = Reader()
    client.force_login(factories.make_user(f"the-{role}", role))
    return client


@pytest.fixture
def viewer() -> Client:
    return signed_in_as(Role.VIEWER)


@pytest.fixture
def runner() -> Client:
    return signed_in_as(Role.RUNNER)


@pytest.fixture
def admin() -> Client:
    return signed_in_as(Role.ADMIN)


@pytest.fixture
def finished() -> Run:
    return factories.make_run(State.FINISHED)


@pytest.fixture
def running() -> Run:
    return factories.make_run(State.RUNNING, seconds=20)


CountQueries = Callable[[Callable[[], object]], int]


@pytest.fixture
def count_queries() -> CountQueries:
    def count(act: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as queries:
            act()
        return len(queries)

    return count


@pytest.fixture
def sharer(runner: Client) -> Client:
    return runner


@pytest.fixture
def stranger() -> Client:
    return Reader()
