import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from benchlab import mysql
from benchlab.mysql import Address


@dataclass(frozen=True)
class RunClock:
    """Seconds since it was made."""

    began_s: float = field(default_factory=time.monotonic)

    def now_s(self) -> float:
        return time.monotonic() - self.began_s


@pytest.fixture
def clock() -> RunClock:
    return RunClock()


@pytest.fixture
def schema(any_server: Address) -> Iterator[str]:
    """An empty schema of the test's own on ``any_server``."""
    name = f"benchlab_test_{secrets.token_hex(4)}"
    with mysql.connected(any_server) as connection:
        mysql.run(connection, f"CREATE DATABASE {name}")
        yield name
        mysql.run(connection, f"DROP DATABASE {name}")


@pytest.fixture
def poor_account(any_server: Address) -> Iterator[Address]:
    """An account on ``any_server`` that may do nothing but connect."""
    user, password = f"poor_{secrets.token_hex(4)}", "aA1!" + secrets.token_urlsafe(12)
    with mysql.connected(any_server) as connection:
        mysql.run(connection, f"CREATE USER {user} IDENTIFIED BY '{password}'")
        yield replace(any_server, user=user, password=password)
        mysql.run(connection, f"DROP USER {user}")
