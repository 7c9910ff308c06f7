"""Servers of our own: made, started, stopped and removed; each refusal a sentence."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from benchlab import mysql
from benchlab.mysql import Address
from benchlab.sandbox import Sandbox, SandboxError
from benchlab.sandbox import settings as options
from tests.processes import runs

SMALL = {"innodb_log_file_size": "16M", "innodb_buffer_pool_size": "64M"}
START_AND_LEAVE = """
import sys
from pathlib import Path
from benchlab.sandbox import Sandbox

Sandbox.named(Path(sys.argv[1]), "one").start()
"""
MAKE_AND_USE = """
import sys
from pathlib import Path
from benchlab import mysql
from benchlab.sandbox import Sandbox

sandbox = Sandbox.create(Path(sys.argv[1]), "one", settings={"innodb_log_file_size": "16M"})
sandbox.start()
with mysql.connected(sandbox.address()) as connection:
    print(mysql.rows(connection, "SELECT CURRENT_USER()")[0][0])
sandbox.remove()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where sandboxes go; what still runs there is stopped."""
    if not shutil.which("mariadb-install-db"):
        pytest.skip("no MariaDB here: install the package mariadb-server")
    with tempfile.TemporaryDirectory(prefix="sandboxes-") as made:
        yield Path(made)
        for sandbox in Sandbox.list_all(Path(made)):
            sandbox.remove()


@pytest.fixture
def sandbox(folder: Path) -> Sandbox:
    return Sandbox.create(folder, "one", settings=SMALL)


def ask(address: Address, sql: str) -> object:
    with mysql.connected(address) as connection:
        return mysql.rows(connection, sql)[0][0]


def set_option(sandbox: Sandbox, name: str, value: str) -> None:
    path = sandbox.folder / "my.cnf"
    options.write(path, {"mysqld": {**options.read(path, "mysqld"), name: value}})


@pytest.mark.skipif("BENCHLAB_TEST_MARIADB" not in os.environ, reason="bin/test --mariadb asks for a version")
def test_servers_and_sandboxes_are_of_the_version_that_was_asked_for(sandbox: Sandbox, mariadb: Address) -> None:
    asked = os.environ["BENCHLAB_TEST_MARIADB"] + "."

    assert sandbox.version().startswith(asked)
    assert str(ask(mariadb, "SELECT VERSION()")).startswith(asked)


def test_a_sandbox_answers_over_its_socket_and_a_port_of_this_machine_alone(sandbox: Sandbox) -> None:
    sandbox.start()

    over_socket = sandbox.address()
    over_tcp = Address(port=over_socket.port, user=over_socket.user, password=over_socket.password)
    assert ask(over_socket, "SELECT CURRENT_USER()") == "benchlab@localhost"
    assert ask(over_tcp, "SELECT CURRENT_USER()") == "benchlab@127.0.0.1"
    assert ask(over_socket, "SELECT @@bind_address") == "127.0.0.1"


def test_nobody_comes_in_without_a_password_but_root_of_this_machine(sandbox: Sandbox) -> None:
    sandbox.start()
    port = sandbox.address().port

    for user in ("root", "benchlab", ""):
        with pytest.raises(mysql.Error, match=r"denied|not allowed"):
            mysql.connect(Address(port=port, user=user))


def test_its_settings_are_stated_and_in_force(folder: Path) -> None:
    sandbox = Sandbox.create(folder, "one", settings={**SMALL, "max_connections": 77, "log_bin": "binlog"})
    sandbox.start()

    assert sandbox.settings()["max_connections"] == "77"
    assert sandbox.settings()["innodb_flush_log_at_trx_commit"] == "1"
    assert ask(sandbox.address(), "SELECT @@max_connections") == 77
    assert ask(sandbox.address(), "SELECT @@log_bin") == 1


def test_a_plugin_that_can_not_be_loaded_does_not_keep_it_from_starting(folder: Path) -> None:
    (folder / ".plugins").mkdir()
    (folder / ".plugins" / "ha_rocksdb.so").write_text("of another version")
    sandbox = Sandbox.create(folder, "one", settings=SMALL)

    sandbox.start()

    assert sandbox.settings()["plugin_load_add"] == "ha_rocksdb"
    assert sandbox.state() == "running"


def test_it_is_listed_with_its_place_and_state(sandbox: Sandbox, folder: Path) -> None:
    before = sandbox.to_json()
    sandbox.start()

    [listed] = Sandbox.list_all(folder)

    assert before["state"] == "stopped"
    assert listed.to_json() == {**before, "state": "running"}
    assert set(before) == {"name", "state", "socket", "port", "datadir", "version"}
    assert before["name"] == "one"
    assert str(ask(sandbox.address(), "SELECT VERSION()")).startswith(before["version"])


def test_its_password_is_for_its_owner_alone(sandbox: Sandbox) -> None:
    assert (sandbox.folder / "client.cnf").stat().st_mode & 0o777 == 0o600
    assert sandbox.address().password not in repr(sandbox.address())


def test_stopped_and_started_again_it_has_its_data(sandbox: Sandbox) -> None:
    sandbox.start()
    with mysql.connected(sandbox.address()) as connection:
        mysql.run(connection, "CREATE DATABASE kept")

    sandbox.stop()
    assert sandbox.state() == "stopped"
    sandbox.start()

    assert ask(sandbox.address(), "SHOW DATABASES LIKE 'kept'") == "kept"


def test_starting_what_runs_and_stopping_what_does_not_change_nothing(sandbox: Sandbox) -> None:
    sandbox.stop()
    sandbox.start()
    began = ask(sandbox.address(), "SELECT @@pid_file")

    sandbox.start()

    assert ask(sandbox.address(), "SELECT @@pid_file") == began
    assert sandbox.state() == "running"


def test_it_outlives_the_process_that_started_it(sandbox: Sandbox) -> None:
    subprocess.run([sys.executable, "-c", START_AND_LEAVE, sandbox.folder.parent], check=True)

    assert sandbox.state() == "running"
    assert ask(sandbox.address(), "SELECT 1") == 1


def test_a_process_manager_can_run_it_in_the_foreground(sandbox: Sandbox) -> None:
    process = subprocess.Popen(sandbox.command())

    sandbox.start()  # Waits until it answers, and starts no second one.
    process.terminate()

    assert process.wait(30) == 0


def test_removed_it_leaves_nothing(sandbox: Sandbox, folder: Path) -> None:
    sandbox.start()
    server = psutil.Process(int((sandbox.folder / "server.pid").read_text()))

    sandbox.remove()

    assert not runs(server)
    assert Sandbox.list_all(folder) == []
    assert not sandbox.folder.exists()


def test_a_path_too_long_for_a_socket_is_no_hindrance(folder: Path) -> None:
    sandbox = Sandbox.create(folder / ("deep" * 30), "one", settings=SMALL)
    socket_folder = Path(sandbox.address().socket).parent
    try:
        shutil.rmtree(socket_folder)  # As after a reboot.
        sandbox.start()

        assert len(sandbox.address().socket) <= 107
        assert ask(sandbox.address(), "SELECT 1") == 1
    finally:
        sandbox.remove()
    assert not socket_folder.exists()


def test_a_path_with_spaces_is_no_hindrance(folder: Path) -> None:
    sandbox = Sandbox.create(folder / "my own servers", "one", settings=SMALL)

    sandbox.start()

    assert ask(sandbox.address(), "SELECT @@datadir") == f"{sandbox.folder}/data/"
    sandbox.remove()


def test_a_second_one_of_the_same_name_is_refused(sandbox: Sandbox, folder: Path) -> None:
    with pytest.raises(SandboxError, match="There is a sandbox one already"):
        Sandbox.create(folder, "one")


def test_what_was_left_half_made_is_made_anew(folder: Path) -> None:
    (folder / "one" / "data").mkdir(parents=True)
    (folder / "one" / "my.cnf").write_text("[mysqld]\n")
    assert Sandbox.list_all(folder) == []

    sandbox = Sandbox.create(folder, "one", settings=SMALL)

    assert sandbox.exists()


def test_a_setting_that_the_server_does_not_know_is_refused_and_leaves_nothing(folder: Path) -> None:
    with pytest.raises(SandboxError, match="it refuses one of its settings") as refusal:
        Sandbox.create(folder, "one", settings={"inodb_buffer": 5})

    assert "inodb_buffer" in str(refusal.value)
    assert not (folder / "one").exists()


def test_a_port_that_is_taken_is_said(sandbox: Sandbox) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        set_option(sandbox, "port", str(taken.getsockname()[1]))

        with pytest.raises(SandboxError, match="Sandbox one does not start: its port is taken by another program"):
            sandbox.start()

    assert sandbox.state() == "stopped"


def test_a_damaged_data_directory_is_said(sandbox: Sandbox) -> None:
    ibdata = sandbox.folder / "data" / "ibdata1"
    ibdata.write_bytes(b"\0" * ibdata.stat().st_size)

    with pytest.raises(SandboxError, match="Sandbox one does not start: its data directory is damaged"):
        sandbox.start()


def test_a_full_disk_is_said(folder: Path) -> None:
    with small_file_system(folder / "small", "20m") as small, pytest.raises(SandboxError, match="the disk is full"):
        Sandbox.create(small, "one", settings=SMALL)


def test_a_normal_user_can_have_one_too(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("the other tests run as a normal user already")
    nobody = 65534
    os.chown(folder, nobody, nobody)
    folder.chmod(0o755)

    try:
        done = subprocess.run(
            [sys.executable, "-c", MAKE_AND_USE, folder], user=nobody, group=nobody, capture_output=True, text=True
        )
    except PermissionError:
        pytest.skip("another user may not read this interpreter")

    assert done.stdout == "benchlab@localhost\n", done.stderr


@contextmanager
def small_file_system(place: Path, size: str) -> Iterator[Path]:
    place.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], capture_output=True)
    if mounted.returncode:
        pytest.skip("may not mount a small file system here")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


def test_a_copy_does_not_use_the_data_of_its_original_and_is_removed_without_it(sandbox: Sandbox) -> None:
    copy = Sandbox(Path(shutil.copytree(sandbox.folder, sandbox.folder.with_name("two"))))

    with pytest.raises(SandboxError, match="was copied or moved"):
        copy.start()
    copy.remove()

    assert not copy.folder.exists()
    sandbox.start()
    assert ask(sandbox.address(), "SELECT 1") == 1


def test_a_sandbox_reached_over_a_link_is_in_its_place(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "linked").symlink_to(sandbox.folder.parent)

    Sandbox.named(tmp_path / "linked", "one").start()

    assert sandbox.state() == "running"
