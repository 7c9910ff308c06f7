"""What was tried on a server and left by a death is swept; what is in use, or another's, is not."""

import os
import signal
import subprocess
import sys

import pytest

from benchlab import mysql
from benchlab.engine import Access, Owner, rehearse
from benchlab.models import Installation, Server
from benchlab.mysql import Address
from tests.mysql.core.conftest import eventually
from tests.mysql.engine.plans import drive, plan

TRIES = """
import sys, time
from benchlab import mysql, mysql_accounts, scratch_schemas
address = mysql.Address(*eval(sys.argv[1]))
with mysql.connected(address) as admin, scratch_schemas.name(admin, sys.argv[2], sys.argv[3]) as name:
    mysql.run(admin, f"CREATE DATABASE {name}")
    mysql.run(admin, f"CREATE TABLE {name}.t (id INT)")
    mysql.run(admin, f"CREATE USER {mysql_accounts.quoted(name, 'localhost')} IDENTIFIED BY 'aA1!secret-enough'")
    print(name, flush=True)
    time.sleep(60)
"""


def start_trying(address: Address, purpose: str, installation: str) -> tuple[subprocess.Popen[str], str]:
    given = (address.host, address.port, address.user, address.password, address.socket)
    command = [sys.executable, "-c", TRIES, repr(given), purpose, installation]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    assert process.stdout
    return process, process.stdout.readline().strip()


def there(address: Address, name: str) -> tuple[int, int]:
    """How many schemas and accounts have this name."""
    with mysql.connected(address) as admin:
        schemas = mysql.rows(admin, "SELECT 1 FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = %s", [name])
        users = mysql.rows(admin, "SELECT 1 FROM mysql.user WHERE User = %s", [name])
    return len(schemas), len(users)


def kill(process: "subprocess.Popen[str]") -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


@pytest.mark.parametrize("purpose", ["try", "check"])
def test_a_check_sweeps_what_the_dead_have_left(any_target: Server, any_server: Address, purpose: str):
    process, name = start_trying(any_server, purpose, Installation.current().token)
    kill(process)
    left = there(any_server, name)

    eventually(lambda: any_target.check_now() and there(any_server, name) == (0, 0), within_s=5, what="it is swept")

    assert left == (1, 1)


def test_a_rehearsal_sweeps_too(mariadb: Address):
    process, name = start_trying(mariadb, "try", "cafe01")
    kill(process)

    def rehearsed() -> bool:
        return rehearse(plan(drive()), Access(mariadb), owner=Owner("cafe01", 7)) == []

    eventually(lambda: rehearsed() and there(mariadb, name) == (0, 0), within_s=10, what="it is swept")


def test_what_is_in_use_is_left_alone(any_target: Server, any_server: Address):
    process, name = start_trying(any_server, "try", Installation.current().token)

    any_target.check_now()
    seen = there(any_server, name)
    kill(process)
    eventually(lambda: any_target.check_now() and there(any_server, name) == (0, 0), within_s=5, what="it is swept")

    assert seen == (1, 1)


def test_what_another_installation_has_left_is_not_ours(target: Server, mariadb: Address):
    process, name = start_trying(mariadb, "check", "cafe99")
    kill(process)

    target.check_now()

    assert there(mariadb, name) == (1, 1)
