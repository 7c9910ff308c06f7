"""A check says what a server can do, and what is to be done about what it can not."""

import secrets
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace

import pytest

from benchlab import myisamchk, mysql
from benchlab.mysql import Address
from benchlab.probes.server import privileges
from benchlab.probes.snapshot import server_check
from tests.conftest import MariaDBFactory


def no(address: Address, name: str) -> tuple[str, str]:
    """The reason and the remedy of what is not possible."""
    capability = server_check.inspect(address).capability(name)
    assert not capability.possible
    return capability.reason, capability.remedy


def obey(admin: Address, remedy: str) -> None:
    """Do what a remedy says, statement by statement, as a person would."""
    with mysql.connected(admin) as connection:
        for statement in remedy.split(";\n"):
            mysql.run(connection, statement)


def leftovers(address: Address) -> list[str]:
    with mysql.connected(address) as connection:
        schemas = mysql.rows(connection, "SHOW DATABASES LIKE 'benchlab\\_check\\_%'")
        users = mysql.rows(connection, "SELECT User FROM mysql.user WHERE User LIKE 'benchlab\\_check\\_%'")
    return [name for (name,) in [*schemas, *users]]


def test_an_account_with_all_rights_can_do_everything(any_server: Address) -> None:
    found = server_check.inspect(any_server)

    # Whether the files are at hand is no right of an account.
    assert [each.name for each in found.capabilities if not each.possible and each.name != "myisamchk"] == []
    assert {each.name for each in found.capabilities} == {
        *("account", "settings", "bulk_load", "partitions", "triggers", "process", "iostat", "sar", "myisamchk"),
    }


@pytest.mark.skipif(myisamchk.program() is None, reason="no myisamchk here: bin/test fetches it")
def test_myisamchk_can_do_where_the_files_are_and_belong_to_the_program(mariadb: Address) -> None:
    assert server_check.inspect(mariadb).capability("myisamchk").possible
    assert "is of another server" in myisamchk.why_not("MySQL", "9.7.4")


def test_a_check_leaves_nothing_behind(any_server: Address) -> None:
    before = set(leftovers(any_server))

    server_check.inspect(any_server)

    # Others may check the same MySQL at the same moment; what they make is gone soon, what we left would stay.
    left = set(leftovers(any_server)) - before
    give_up_at = time.monotonic() + 10
    while left and time.monotonic() < give_up_at:
        time.sleep(0.2)
        left &= set(leftovers(any_server))
    assert left == set()


def test_a_table_or_global_lock_of_somebody_s_does_not_hang_a_check(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server()
    with mysql.connected(server.address) as somebody:
        mysql.run(somebody, "FLUSH TABLES WITH READ LOCK")
        began = time.monotonic()

        reason, _ = no(server.address, "account")

    assert "Lock wait timeout" in reason
    assert time.monotonic() - began < server_check.READ_TIMEOUT_S


def test_the_default_engine_comes_first_and_what_keeps_no_rows_is_left_out(any_server: Address) -> None:
    engines = server_check.inspect(any_server).engines

    assert engines[0] == "InnoDB"
    assert "MyISAM" in engines
    assert "PERFORMANCE_SCHEMA" not in engines


def test_mariadb_and_mysql_are_told_apart(mariadb: Address, mysql: Address) -> None:
    assert server_check.inspect(mariadb).flavour == "MariaDB"
    assert server_check.inspect(mysql).flavour == "MySQL"
    assert server_check.inspect(mysql).version_numbers >= (8,)


def test_a_server_of_this_machine_is_known_over_socket_and_tcp(mariadb: Address) -> None:
    over_tcp = replace(mariadb, socket="")

    for address in (mariadb, over_tcp):
        found = server_check.inspect(address)
        assert found.local
        assert found.machine == server_check.this_machine()


def test_a_server_behind_somebody_s_forwarder_is_not_taken_for_one_of_this_machine(mariadb: Address) -> None:
    with forwarder(mariadb.socket) as port:
        found = server_check.inspect(replace(mariadb, socket="", port=port))

    assert not found.local
    assert found.machine == found.hostname
    assert "another machine or in a container" in found.capability("iostat").reason


def test_a_closed_port_is_an_error_with_the_client_s_words() -> None:
    with pytest.raises(mysql.Error, match="connect"):
        server_check.inspect(Address(port=1, user="nobody"))


def test_the_grants_offered_to_a_poor_account_are_enough(any_server: Address, poor_account: Address) -> None:
    reason, remedy = no(poor_account, "account")
    assert "error 1044" in reason
    assert poor_account.user in remedy

    obey(any_server, remedy)

    found = server_check.inspect(poor_account)
    assert found.capability("account").possible
    assert found.capability("process").possible
    assert found.capability("partitions").possible


def test_the_grant_offered_for_settings_is_enough(any_server: Address, poor_account: Address) -> None:
    reason, remedy = no(poor_account, "settings")
    assert "error 1227" in reason

    obey(any_server, remedy)

    assert server_check.inspect(poor_account).capability("settings").possible


def test_the_grant_offered_for_process_is_enough(any_server: Address, poor_account: Address) -> None:
    _, remedy = no(poor_account, "process")

    obey(any_server, remedy)

    assert server_check.inspect(poor_account).capability("process").possible


def test_rights_that_come_by_a_role_count(any_server: Address, poor_account: Address) -> None:
    role = f"role_{secrets.token_hex(4)}"
    with mysql.connected(any_server) as admin:
        mysql.run(admin, f"CREATE ROLE {role}")
        mysql.run(admin, f"GRANT PROCESS ON *.* TO {role}")
        mysql.run(admin, f"GRANT {role} TO {poor_account.user}")
        mysql.run(admin, _default_role(server_check.inspect(any_server).flavour, role, poor_account.user))

        found = server_check.inspect(poor_account)
        mysql.run(admin, f"DROP ROLE {role}")

    assert found.capability("process").possible


def _default_role(flavour: str, role: str, user: str) -> str:
    named = f"{role} FOR {user}" if flavour == "MariaDB" else f"{role} TO {user}"
    return f"SET DEFAULT ROLE {named}"


def test_triggers_under_a_binary_log_need_a_setting(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server("--log-bin")
    poor = replace(server.address, user="poor", password="poor")
    obey(server.address, "CREATE USER poor IDENTIFIED BY 'poor';\n" + privileges.account_grants("poor", "MariaDB"))

    reason, remedy = no(poor, "triggers")
    obey(server.address, remedy)

    assert "error 1419" in reason
    assert server_check.inspect(poor).binary_log
    assert server_check.inspect(poor).capability("triggers").possible


def test_what_a_server_was_started_without_is_named_with_the_setting(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server("--local-infile=OFF", "--skip-partition")

    assert no(server.address, "partitions")[1] == "Start the server with --partition=ON."
    reason, remedy = no(server.address, "bulk_load")
    assert reason == "LOAD DATA LOCAL is off: local_infile = OFF."
    assert remedy.startswith("SET GLOBAL local_infile = ON;")


def test_a_server_that_may_not_be_written_says_so(mariadb_server: MariaDBFactory) -> None:
    server = mariadb_server()
    obey(server.address, "CREATE USER poor IDENTIFIED BY 'poor';\nGRANT CREATE USER, CREATE ON *.* TO poor")
    obey(server.address, "SET GLOBAL read_only = ON")

    reason, _ = no(replace(server.address, user="poor", password="poor"), "account")

    assert "read-only" in reason


@contextmanager
def forwarder(socket_path: str) -> Iterator[int]:
    """A port that passes one connection on to a Unix socket, as tunnels and containers' proxies do."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        passing = threading.Thread(target=_pass_on, args=(listening, socket_path))
        passing.start()
        yield listening.getsockname()[1]
        passing.join(timeout=5)


def _pass_on(listening: socket.socket, socket_path: str) -> None:
    near, _ = listening.accept()
    with near, socket.socket(socket.AF_UNIX) as far:
        far.connect(socket_path)
        back = threading.Thread(target=_copy, args=(far, near))
        back.start()
        _copy(near, far)
        back.join()


def _copy(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while received := source.recv(65536):
            target.sendall(received)
        target.shutdown(socket.SHUT_WR)
