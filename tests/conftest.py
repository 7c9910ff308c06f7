"""The servers that tests ask for by name. Each worker of a test session has its own."""

import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

from benchlab.mysql import Address
from tests import settings as places
from tests.servers import PrivateMariaDB, PrivateMySQL, PrivateRedis, locked, mariadb_template, mysql_template

TESTS = Path(__file__).resolve().parent
MYSQL_TOOL = TESTS.parents[1] / "shared/tools/mysql-server"
MYSQL_FILES = Path(os.environ.get("MYSQL_ROOT_DIR", "/var/tmp/mysql-server"))
"""Where the tool installs."""

MariaDBFactory = Callable[..., PrivateMariaDB]


@pytest.hookimpl(tryfirst=True)  # Before xdist reads the groups.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Which tests one worker takes, one after the other; any other goes to whichever worker is free."""
    for item in items:
        if group := _group(item):
            item.add_marker(pytest.mark.xdist_group(group))


def _group(item: pytest.Item) -> str:
    """Those that share what their module made, the containers', and those that would meet on one MySQL."""
    if uses_mysql(item) and "BENCHLAB_TEST_MYSQL" in os.environ:
        return "the MySQL that is named"
    if item.path.is_relative_to(TESTS / "containers"):
        return "containers"
    fixtures = [each for found in item._fixtureinfo.name2fixturedefs.values() for each in found]
    if not any(each.scope == "module" for each in fixtures):
        return ""
    return f"{item.path.stem}, {_params(item).get('any_server', '')}"


def uses_mysql(item: pytest.Item) -> bool:
    return "mysql" in item.fixturenames or _params(item).get("any_server") == "mysql"


def _params(item: pytest.Item) -> dict[str, Any]:
    callspec = getattr(item, "callspec", None)
    return dict(callspec.params) if callspec else {}


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Why tests were skipped: a line for each reason, where pytest's own has one for each test."""
    skipped = Counter(report.longrepr[2] for report in terminalreporter.stats.get("skipped", []))
    for reason, tests in skipped.items():
        terminalreporter.write_line(f"{tests} x {reason}")


@pytest.fixture(scope="session")
def mariadb_process() -> Iterator[PrivateMariaDB]:
    """The session's own MariaDB; a test that stops or kills one asks for `mariadb_server`."""
    if not shutil.which("mariadb-install-db"):
        pytest.skip("no MariaDB here: install the package mariadb-server")
    server = PrivateMariaDB(places.MARIADB_DIR, template=mariadb_template(places.SESSION_DIR))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def mariadb(mariadb_process: PrivateMariaDB) -> Address:
    """The address of an account with all rights, over a Unix socket; `mariadb_process.tcp_address` is the other way."""
    return mariadb_process.address


@pytest.fixture
def mariadb_server(tmp_path: Path, mariadb_process: PrivateMariaDB) -> Iterator[MariaDBFactory]:
    """Makes and starts a MariaDB that the test may stop, kill and start again: `mariadb_server("--log-bin")`."""
    made: list[PrivateMariaDB] = []
    numbers = count(1)

    def make(*options: str) -> PrivateMariaDB:
        # Not in tmp_path: its names can grow over the 107 characters that a socket's path may have.
        folder = places.WORKER_DIR / f"{os.getpid()}-{abs(hash(tmp_path)) % 10**8}-{next(numbers)}"
        server = PrivateMariaDB(folder, template=mariadb_process.template, options=options)
        made.append(server)
        server.start()
        return server

    yield make
    for server in made:
        server.kill()
        shutil.rmtree(server.folder)


@pytest.fixture(scope="session")
def mysql() -> Iterator[Address]:
    """MySQL: the worker's own, or the one that is named, which one worker takes all tests to."""
    if version := os.environ.get("BENCHLAB_TEST_MARIADB"):
        pytest.skip(f"this session is for MariaDB {version}")
    if given := os.environ.get("BENCHLAB_TEST_MYSQL"):
        yield _address(given)
        return
    if not MYSQL_TOOL.exists() or os.geteuid() != 0:
        pytest.skip("no MySQL here: set BENCHLAB_TEST_MYSQL=mysql://user:password@host:port/")
    with locked(places.SESSION_DIR / "mysql.lock"):
        if not (MYSQL_FILES / ".ready").exists():
            subprocess.run([MYSQL_TOOL, "start"], stdout=subprocess.DEVNULL, check=True)
    template = mysql_template(places.SESSION_DIR, MYSQL_FILES)
    server = PrivateMySQL(places.MYSQL_DIR, template=template, files=MYSQL_FILES)
    server.start()
    yield server.tcp_address
    server.kill()


def _address(dsn: str) -> Address:
    parts = urlsplit(dsn)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Address(host=parts.hostname or "127.0.0.1", port=parts.port or 3306, user=user, password=password)


@pytest.fixture(scope="session", params=["mariadb", "mysql"])
def any_server(request: pytest.FixtureRequest) -> Address:
    """The test runs on MariaDB and on MySQL."""
    address: Address = request.getfixturevalue(request.param)
    return address


@pytest.fixture(scope="session")
def redis_process() -> Iterator[PrivateRedis]:
    """The Redis of the settings' REDIS_URL; `stop()` and `start()` empty it."""
    if not shutil.which("redis-server"):
        pytest.skip("no Redis here: install the package redis-server")
    server = PrivateRedis(places.REDIS_DIR)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def redis_server(redis_process: PrivateRedis) -> str:
    """The URL of an empty Redis, the one that the settings name."""
    redis_process.flush()
    return redis_process.url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Where the application's own database is the private MariaDB, that must run before the tables are made."""
    if os.environ.get("BENCHLAB_TEST_DATABASE") == "mariadb":
        request.getfixturevalue("mariadb_process")


@pytest.fixture
def command_environment(transactional_db: None) -> dict[str, str]:
    """The environment in which `manage.py` of another process sees this test's database, Redis and var folder."""
    from django.db import connection  # Tests that need no database import no Django.

    url = _database_url(connection.settings_dict)
    return {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "benchlab.settings"}


def _database_url(database: dict[str, Any]) -> str:
    if "sqlite" in database["ENGINE"]:
        return f"sqlite:///{database['NAME']}"
    place = f"{database['USER']}:{database['PASSWORD']}@{database['HOST']}:{database['PORT'] or 3306}"
    socket = database["OPTIONS"].get("unix_socket", "")
    return f"mysql://{place}/{database['NAME']}" + (f"?unix_socket={socket}" if socket else "")
