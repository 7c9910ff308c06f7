"""A benchlab in a folder with a space in its name: started, broken, stopped. Each test goes on from the last one."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from tests.processes import STOPPED_WITHIN_S, still_running
from tests.servers import free_port
from tests.setups import ROOT, own_environment

SERVICES = {"keeper", "notices", "redis", "sandbox", "web", "worker"}
IS_UP = "benchlab is up: https://bench.test/sign-in/"


@dataclass(frozen=True)
class Installation:
    folder: Path
    port: int

    def run(self, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            cwd=self.folder,
            env={**own_environment(), **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def up(self, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run("bin/up", "--background", "--port", str(self.port), **environment)

    def supervisor(self) -> psutil.Process:
        return psutil.Process(int((self.folder / "var/run/supervisord.pid").read_text()))

    def kill_supervisor(self) -> list[psutil.Process]:
        """What goes on without it."""
        supervisor = self.supervisor()
        left = supervisor.children(recursive=True)
        supervisor.kill()
        assert not still_running([supervisor], within_s=STOPPED_WITHIN_S)
        return left


@pytest.fixture(scope="module")
def installation() -> Iterator[Installation]:
    """The sources that are here, with the packages of the clone that tests."""
    if not shutil.which("mariadb-install-db", path=f"{os.environ['PATH']}:/usr/sbin") or not shutil.which(
        "redis-server"
    ):
        pytest.skip("no MariaDB or no Redis here")
    with tempfile.TemporaryDirectory(prefix="benchlab ") as folder:
        made = Installation(Path(folder).resolve(), free_port())
        copy_sources(made.folder)
        yield made
        made.run("bin/down", "--wipe", "--yes")


def copy_sources(folder: Path) -> None:
    skipped = shutil.ignore_patterns(".git", ".venv", "node_modules", "var", "build", "tests", "__pycache__")
    shutil.copytree(ROOT, folder, ignore=skipped, dirs_exist_ok=True)
    for packages in (".venv", "node_modules"):
        (folder / packages).symlink_to(ROOT / packages)
    # Nothing is fetched: the sandbox may have MyRocks where bin/test has fetched it.
    plugins = ROOT / "var/sandboxes/.plugins"
    if plugins.exists():
        shutil.copytree(plugins, folder / "var/sandboxes/.plugins")


@pytest.fixture
def stranger(installation: Installation) -> Iterator[psutil.Process]:
    """Somebody else's program, whose command line and working folder are like those of a worker."""
    command = [installation.folder / ".venv/bin/python", "-c", "import time; time.sleep(600)", "manage.py", "worker"]
    with subprocess.Popen(command, cwd=installation.folder, env=own_environment()) as process:
        yield psutil.Process(process.pid)
        process.kill()


def test_it_starts_in_a_path_with_a_space_behind_a_proxy_of_another_name(installation: Installation):
    done = installation.up(BENCHLAB_URL="https://bench.test", BENCHLAB_HOSTS="bench.test,127.0.0.1")

    assert done.returncode == 0, done.stdout + done.stderr
    assert IS_UP in done.stdout.splitlines()[-1]


def test_settings_that_it_does_not_run_with_are_not_passed_over(installation: Installation):
    done = installation.run("bin/up", BENCHLAB_URL="https://other.test")

    assert done.returncode == 1
    assert done.stderr.startswith("benchlab is up already, with another BENCHLAB_URL: stop it first (bin/down)")


def test_after_its_supervisor_was_killed_up_stops_what_goes_on_and_starts(
    installation: Installation, stranger: psutil.Process
):
    left = installation.kill_supervisor()

    done = installation.up()

    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert stopped(lines[0]) == SERVICES
    assert not still_running(left, within_s=0)
    assert IS_UP in lines[-1]
    assert not any(line.startswith(("Installing", "Building")) for line in lines)
    assert stranger.status() != psutil.STATUS_ZOMBIE


def stopped(line: str) -> set[str]:
    said, _, names = line.partition(": ")
    assert said == "Stopping what goes on without supervisord"
    return {"redis" if name == "redis-server" else name for name in names.split(", ")}


def test_the_sandbox_was_stopped_in_order(installation: Installation):
    log = (installation.folder / "var/sandboxes/sandbox/error.log").read_text()

    assert "Shutdown complete" in log
    assert "Starting crash recovery" not in log


def test_down_stops_everything_without_supervisor_and_without_a_command_line_that_starts(
    installation: Installation, stranger: psutil.Process
):
    left = installation.kill_supervisor()
    manage = installation.folder / "manage.py"
    manage.write_text("import a_package_that_an_update_wants\n")

    done = installation.run("bin/down")

    shutil.copy(ROOT / "manage.py", manage)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, done.stdout + done.stderr
    assert lines[0].startswith("Runs could not be cancelled (why: ")
    assert stopped(lines[1]) == SERVICES
    assert lines[2] == "benchlab is stopped."
    assert not still_running(left, within_s=0)
    assert stranger.status() != psutil.STATUS_ZOMBIE


def test_down_again_says_that_it_was_not_up(installation: Installation):
    assert installation.run("bin/down").stdout == "benchlab was not up.\n"


def test_a_sandbox_that_somebody_started_is_stopped_without_a_command_line(installation: Installation):
    installation.run("bin/bench", "sandbox", "start", "sandbox")
    server = psutil.Process(int((installation.folder / "var/sandboxes/sandbox/server.pid").read_text()))
    manage = installation.folder / "manage.py"
    manage.write_text("import a_package_that_an_update_wants\n")

    installation.run("bin/down")

    shutil.copy(ROOT / "manage.py", manage)
    assert not still_running([server], within_s=0)
