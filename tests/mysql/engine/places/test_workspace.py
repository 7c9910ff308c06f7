"""What a run may touch on a server, tried on the servers themselves."""

import secrets
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest

from benchlab import mysql
from benchlab.definitions.plan.plan import Target
from benchlab.definitions.plan.server_facts import Flavour
from benchlab.engine.places import workspace
from benchlab.engine.places.workspace import Owner
from benchlab.probes.server.privileges import account_grants


@pytest.fixture
def admin(any_server: mysql.Address) -> Iterator[mysql.Connection]:
    with mysql.connected(any_server) as connection:
        yield connection


@pytest.fixture
def target(admin: mysql.Connection) -> Iterator[Target]:
    name = f"benchlab_t{secrets.token_hex(3)}_7"
    yield Target(
        name="tested",
        role="primary",
        flavour="MariaDB",
        version="10.11.19",
        machine="here",
        schema=name,
        account=name,
    )
    workspace.close(admin, Target("tested", "primary", "MariaDB", "10.11.19", "here", name, name))
    mysql.run(admin, f"DROP DATABASE IF EXISTS {name}")


def made(admin: mysql.Connection, target: Target, address: mysql.Address) -> mysql.Address:
    return workspace.create(admin, target, address=address, instance="tests", run=7)


def test_the_runs_account_works_in_its_schema(admin, target, any_server):
    account = made(admin, target, any_server)

    with mysql.connected(account, database=target.schema) as connection:
        mysql.run(connection, "CREATE TABLE t (id INT PRIMARY KEY)")
        mysql.run(connection, "INSERT INTO t VALUES (1)")

        assert mysql.rows(connection, "SELECT id FROM t") == [(1,)]


@pytest.mark.parametrize(
    "sql", ["CREATE TABLE {other}.t (id INT)", "SELECT * FROM {other}.kept", "DROP DATABASE {other}"]
)
def test_the_runs_account_is_refused_elsewhere(admin, target, any_server, schema, sql):
    mysql.run(admin, f"CREATE TABLE {schema}.kept (id INT)")
    account = made(admin, target, any_server)

    with mysql.connected(account) as connection, pytest.raises(mysql.Error) as raised:
        mysql.run(connection, sql.format(other=schema))

    assert mysql.error_code(raised.value) in {1044, 1142}


def test_the_underscores_of_the_name_stand_for_themselves(admin, target, any_server):
    lookalike = target.schema.replace("_", "x")
    mysql.run(admin, f"CREATE DATABASE {lookalike}")
    account = made(admin, target, any_server)

    with mysql.connected(account) as connection, pytest.raises(mysql.Error) as raised:
        mysql.run(connection, f"CREATE TABLE {lookalike}.t (id INT)")
    mysql.run(admin, f"DROP DATABASE {lookalike}")

    assert mysql.error_code(raised.value) in {1044, 1142}


def test_an_admin_account_with_the_least_rights_can_do_it_all(admin, target, any_server):
    limited = f"least_{secrets.token_hex(3)}"
    host = mysql.rows(admin, "SELECT USER()")[0][0].rpartition("@")[2]
    mysql.run(admin, f"CREATE USER '{limited}'@'{host}' IDENTIFIED BY 'aA1!least'")
    version = mysql.rows(admin, "SELECT VERSION()")[0][0]
    flavour: Flavour = "MariaDB" if "MariaDB" in version else "MySQL"
    for grant in account_grants(f"'{limited}'@'{host}'", flavour).split(";\n"):
        mysql.run(admin, grant.rstrip(";"))
    address = replace(any_server, user=limited, password="aA1!least")

    with mysql.connected(address) as least:
        account = made(least, target, address)
        mysql.connect(account, database=target.schema).close()
        workspace.close(least, target)
        workspace.drop_schema(least, target.schema, "tests")
    mysql.run(admin, f"DROP USER '{limited}'@'{host}'")

    assert not workspace.exists(admin, target.schema)


def test_a_schema_without_our_mark_is_neither_used_nor_dropped(admin, target, any_server):
    mysql.run(admin, f"CREATE DATABASE {target.schema}")

    with pytest.raises(workspace.ForeignSchemaError, match="does not touch it"):
        made(admin, target, any_server)
    with pytest.raises(workspace.ForeignSchemaError, match="not dropped"):
        workspace.drop_schema(admin, target.schema, "tests")

    assert workspace.exists(admin, target.schema)


def test_the_schema_of_another_run_is_not_used(admin, target, any_server):
    made(admin, target, any_server)

    with pytest.raises(workspace.ForeignSchemaError):
        workspace.create(admin, target, address=any_server, instance="tests", run=8)


def test_the_mark_says_whose_it_is(admin, target, any_server):
    made(admin, target, any_server)

    assert workspace.owner_of(admin, target.schema) == Owner("tests", 7)


def test_another_installation_can_not_drop_it(admin, target, any_server):
    made(admin, target, any_server)

    with pytest.raises(workspace.ForeignSchemaError):
        workspace.drop_schema(admin, target.schema, "elsewhere")

    workspace.drop_schema(admin, target.schema, "tests")
    assert not workspace.exists(admin, target.schema)


def test_closing_ends_a_statement_under_way_and_drops_the_account(admin, target, any_server):
    account = made(admin, target, any_server)
    connection = mysql.connect(account)
    sleeping = threading.Thread(target=sleep_until_killed, args=[connection])
    sleeping.start()

    workspace.close(admin, target)

    sleeping.join(5)
    assert not sleeping.is_alive()
    assert workspace.threads(admin, target) == []
    with pytest.raises(mysql.Error):
        mysql.connect(account)


def sleep_until_killed(connection: mysql.Connection) -> None:
    with pytest.raises(mysql.Error):
        mysql.rows(connection, "SELECT SLEEP(30)")


def test_closing_twice_is_no_error(admin, target, any_server):
    made(admin, target, any_server)

    workspace.close(admin, target)
    workspace.close(admin, target)
