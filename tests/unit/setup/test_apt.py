"""apt, real, in folders of its own: who holds its locks is waited for, and its own reasons are shown."""

import fcntl
import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.setup.conftest import Shell

pytestmark = pytest.mark.skipif(not shutil.which("apt-get"), reason="no apt here")

OPTIONS = """\
Dir::State "{0}/state";
Dir::State::status "{0}/dpkg/status";
Dir::Cache "{0}/cache";
Dir::Etc::sourcelist "{0}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
APT::Sandbox::User "";
"""
UPDATE = "patiently apt-get -q update"
INSTALL = "patiently apt-get -q -y install no-such-package"
HOLDER = r"apt is in use by .+ \(process {}\): waiting for it, 10 minutes at most\n"


@pytest.fixture
def apt(tmp_path: Path) -> dict[str, str]:
    """The environment in which apt works in a folder of its own."""
    for folder in ("state/lists/partial", "cache/archives/partial", "dpkg"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "dpkg/status").touch()
    (tmp_path / "sources.list").touch()
    (tmp_path / "apt.conf").write_text(OPTIONS.format(tmp_path))
    return {"APT_CONFIG": str(tmp_path / "apt.conf"), "TMPDIR": str(tmp_path)}


@pytest.fixture(params=["state/lists/lock", "dpkg/lock-frontend"])
def lock(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    with (tmp_path / request.param).open("w") as file:
        fcntl.lockf(file, fcntl.LOCK_EX)
        yield file.fileno()


def test_a_lock_is_waited_for_naming_who_holds_it(shell: Shell, apt: dict[str, str], lock: int):
    waiting = shell.start(f"set -euo pipefail; source bin/lib/apt.sh; {UPDATE}; {INSTALL}", **apt)
    assert waiting.stderr
    said = waiting.stderr.readline()
    fcntl.lockf(lock, fcntl.LOCK_UN)

    _, errors = waiting.communicate()

    assert re.fullmatch(HOLDER.format(os.getpid()), said)
    assert errors == "E: Unable to locate package no-such-package\n"


def test_a_lock_that_is_never_let_go_ends_in_apt_s_own_words(shell: Shell, apt: dict[str, str], lock: int):
    done = shell.call("apt", f"{UPDATE}; {INSTALL}", **apt, APT_PATIENCE_S="1")

    assert done.returncode == 1
    assert f"It is held by process {os.getpid()} (" in done.stderr.splitlines()[-2]
    assert done.stderr.splitlines()[-1].startswith("E: Unable to ")


def test_apt_s_own_last_errors_are_shown(shell: Shell, apt: dict[str, str], tmp_path: Path):
    (tmp_path / "sources.list").write_text(f"deb [trusted=yes] file:{tmp_path}/nowhere ./\n")

    done = shell.call("apt", f"{UPDATE}; {INSTALL}", **apt)

    assert done.returncode == 1
    assert f"{tmp_path}/nowhere" in done.stderr
    assert all(line.startswith(("E: ", "W: ")) for line in done.stderr.splitlines())


def test_what_apt_does_is_kept_for_the_log_and_not_shown(shell: Shell, apt: dict[str, str]):
    done = shell.call("apt", UPDATE, **apt)

    assert (done.returncode, done.stderr) == (0, "")
    assert "Reading package lists" in done.stdout


def test_a_system_whose_python_does_not_fit_is_refused(shell: Shell, apt: dict[str, str], tmp_path: Path):
    entry = "Package: python3\nVersion: 3.14.0-1\nArchitecture: all\nMaintainer: nobody\nDescription: new\nStatus: {}\n"
    (tmp_path / "dpkg/status").write_text(entry.format("install ok installed"))
    script = "PYTHONS=(no-such-python); check_python; refuse_problems"

    done = shell.call("common setup preflight", script, **apt)

    assert done.stderr == "benchlab needs Python 3.11, 3.12 or 3.13; apt has 3.14.0-1 here, and no other was found.\n"
