"""The API as programs use it: by tokens of each role."""

import pytest
from django.test import Client

from benchlab.models import ApiToken, Role
from tests import factories

API = "/api/v1"


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every address reads it."""


def token_of(owner: str, *, role: str = "") -> str:
    """Of somebody with the role ``owner``, for all that they may do or for less."""
    person = factories.make_user(f"the-{owner}", owner)
    return ApiToken.make(person, "CI", role=role or owner, days=90)[1]


def client_with(token: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {token}"})


@pytest.fixture
def viewer() -> Client:
    return client_with(token_of(Role.VIEWER))


@pytest.fixture
def runner() -> Client:
    return client_with(token_of(Role.RUNNER))


@pytest.fixture
def admin() -> Client:
    return client_with(token_of(Role.ADMIN))
