"""`bench sandbox`: what it says of a sandbox is so."""

import os
import shutil
import signal
from collections.abc import Iterator

import pytest

from benchlab.models import AuditEntry, Server
from benchlab.sandbox import Sandbox
from benchlab.settings import SANDBOXES_DIR
from tests.mysql.core.conftest import Processes

SMALL = ("--set", "innodb_log_file_size=16M", "--set", "innodb_buffer_pool_size=64M")


@pytest.fixture
def sandboxes(processes: Processes) -> Iterator[Processes]:
    if not shutil.which("mariadb-install-db"):
        pytest.skip("no MariaDB here: install the package mariadb-server")
    yield processes
    for sandbox in Sandbox.list_all(SANDBOXES_DIR):
        sandbox.remove()


def test_a_sandbox_that_is_made_runs_and_is_a_server_that_was_checked(sandboxes: Processes):
    made = sandboxes.bench("sandbox", "create", "mine", *SMALL, "--json")

    assert (made.code, made.document["state"]) == (0, "running")
    assert Server.objects.get(name="mine").facts.flavour == "MariaDB"
    assert [each["state"] for each in sandboxes.bench("sandbox", "ls", "--json").document] == ["running"]
    assert sandboxes.bench("sandbox", "stop", "mine", "--json").document["state"] == "stopped"
    assert sandboxes.bench("sandbox", "start", "mine", "--json").document["state"] == "running"
    told = AuditEntry.objects.filter(kind="server").order_by("pk").values_list("action", "subject", "details")
    assert list(told) == [(action, "mine", {}) for action in ("created", "stopped", "started")]


def test_one_that_something_else_will_start_is_made_only(sandboxes: Processes):
    made = sandboxes.bench("sandbox", "create", "mine", "--no-start", *SMALL, "--json")

    assert (made.code, made.document["state"]) == (0, "stopped")


def test_one_that_hangs_is_not_said_to_run(sandboxes: Processes):
    sandboxes.bench("sandbox", "create", "mine", *SMALL)
    [sandbox] = Sandbox.list_all(SANDBOXES_DIR)
    process = sandbox._process()
    assert process

    os.kill(process.pid, signal.SIGSTOP)
    state = sandbox.state()
    os.kill(process.pid, signal.SIGCONT)

    assert state == "not answering"
    assert sandbox.state() == "running"
