"""A schema of the test's own, and ways to look into it."""

import secrets
from collections.abc import Iterator

import pytest

from benchlab import mysql


@pytest.fixture
def schema(any_server: mysql.Address) -> Iterator[str]:
    name = f"benchlab_test_{secrets.token_hex(4)}"
    with mysql.connected(any_server) as admin:
        mysql.run(admin, f"CREATE DATABASE {name}")
        yield name
        mysql.run(admin, f"DROP DATABASE {name}")
