"""A schema of the test's own, and ways to look into it."""

import secrets
from collections.abc import Iterator

import pytest

from benchlab import mysql
from tests.mysql.engine.plans import Runs


@pytest.fixture
def schema(any_server: mysql.Address) -> Iterator[str]:
    name = f"benchlab_test_{secrets.token_hex(4)}"
    with mysql.connected(any_server) as admin:
        mysql.run(admin, f"CREATE DATABASE {name}")
        yield name
        mysql.run(admin, f"DROP DATABASE {name}")


@pytest.fixture
def runs(any_server: mysql.Address) -> Iterator[Runs]:
    """Executes plans on MariaDB and on MySQL."""
    with mysql.connected(any_server) as admin:
        version = mysql.rows(admin, "SELECT VERSION()")[0][0]
    made = Runs(any_server, "MariaDB" if "MariaDB" in version else "MySQL")
    yield made
    made.clean_up()


@pytest.fixture
def mariadb_runs(mariadb: mysql.Address) -> Iterator[Runs]:
    made = Runs(mariadb, "MariaDB")
    yield made
    made.clean_up()


@pytest.fixture
def mysql_runs(mysql: mysql.Address) -> Iterator[Runs]:
    made = Runs(mysql, "MySQL")
    yield made
    made.clean_up()
