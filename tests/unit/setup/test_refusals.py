"""What keeps benchlab from starting is said at once, in a sentence, before anything is installed."""

import fcntl
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.setups import ROOT
from tests.unit.setup.conftest import Shell

# Two bin/up of one clone wait for each other, and say so.
pytestmark = pytest.mark.xdist_group("bin/up")

A_PORT = "A port is a number from 1 to 65535, not '{}'.\n"
TOO_FULL = r"The disk is too full: /.* has \d+ MB free, and 99999999 MB are needed. Free some space.\n"
WANTS_A_PORT = "--port wants a number from 1 to 65535.\n"


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


@pytest.mark.parametrize("port", ["99999", "65536", "0", "abc", "-1", "08000", "80 80"])
def test_what_is_no_port_is_refused_and_not_kept(shell: Shell, port: str):
    done = shell.run(f"bin/up --background --port '{port}'")

    assert (done.returncode, done.stdout) == (1, "")
    assert A_PORT.format(port).strip() in done.stderr
    assert not (shell.var / "env").exists()


@pytest.mark.parametrize("arguments", ["--port", "--background --port", "--port ''"])
def test_a_port_without_a_number_is_refused(shell: Shell, arguments: str):
    done = shell.run(f"bin/up {arguments}")

    assert (done.returncode, done.stderr) == (1, WANTS_A_PORT)
    assert not shell.var.exists()


def test_everything_that_is_wrong_is_said_in_one_go(shell: Shell, taken_port: int):
    done = shell.run(f"bin/up --background --port {taken_port}", BENCHLAB_PROXIES="one", BENCHLAB_URL="bench.test")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("benchlab can not be started here:\n- ")
    assert f"- Port {taken_port} is taken by another program: choose another with bin/up --port.\n" in done.stderr
    assert "- BENCHLAB_PROXIES is a number of proxies, not 'one'.\n" in done.stderr
    assert "- BENCHLAB_URL begins with http:// or https:// and a host, unlike 'bench.test'.\n" in done.stderr


@pytest.mark.parametrize("name", ["100%", "what?", "a;b", "it's", 'a"b', "a#b", "$HOME", "a\\b", "[a]", "a\tb"])
def test_a_path_that_would_break_an_option_file_or_an_address_is_refused(shell: Shell, name: str, taken_port: int):
    done = shell.run(f"bin/up --background --port {taken_port}", BENCHLAB_VAR=str(shell.var / name))

    assert done.returncode == 1
    assert f"The path '{shell.var}/{name}' has one of " in done.stderr


def test_a_path_with_spaces_and_accents_is_not_refused(shell: Shell, taken_port: int):
    done = shell.run(f"bin/up --background --port {taken_port}", BENCHLAB_VAR=str(shell.var / "Zoë und Jörg"))

    assert "is taken" in done.stderr
    assert "The path" not in done.stderr


@pytest.mark.parametrize("command", ["up", "up --link", "down", "down --wipe --yes", "bench catalog"])
def test_the_benchlab_of_another_user_is_called_theirs(anothers: Shell, command: str):
    owner = anothers.var.owner()

    done = anothers.run(f"bin/{command}")

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"{anothers.var} is {owner}'s, and so is the benchlab there: do this as {owner}, "
        "or set BENCHLAB_VAR to a folder of your own.\n"
    )


def test_a_full_disk_is_named_before_anything_is_installed(shell: Shell):
    done = shell.call("common preflight", 'declare -A needed; need_mb "$VAR" 99999999; check_free; refuse_problems')

    assert done.returncode == 1
    assert re.fullmatch(TOO_FULL, done.stderr)


def test_a_disk_that_has_room_is_not(shell: Shell):
    done = shell.call("common preflight", 'declare -A needed; need_mb "$VAR" 1; check_free; refuse_problems')

    assert (done.returncode, done.stderr) == (0, "")


def test_what_goes_to_one_disk_is_counted_together(shell: Shell):
    script = 'declare -A needed; need_mb "$ROOT" 2; need_mb "$ROOT/bin" 3; echo "${needed[*]}"'

    assert shell.call("common preflight", script).stdout == "5\n"


def test_a_disk_that_fills_up_meanwhile_is_named(shell: Shell):
    script = 'logged "It could not be made." dd if=/dev/zero of=/dev/full count=1'

    done = shell.call("common", script)

    assert done.returncode == 1
    assert "It could not be made. The disk is full: free some space on /" in done.stderr.splitlines()[-1]


def test_a_step_that_fails_with_room_left_blames_no_disk(shell: Shell):
    done = shell.call("common", 'logged "It could not be made." sh -c "echo why; exit 1"')

    assert done.returncode == 1
    assert done.stderr == f"why\nIt could not be made. (all of it: {shell.var}/log/setup.log)\n"


def test_too_little_memory_is_named(shell: Shell):
    done = shell.call("common preflight", "check_memory 99999999; refuse_problems")

    assert done.returncode == 1
    assert done.stderr.startswith("There is too little memory: ")
    assert shell.call("common preflight", "check_memory 1; refuse_problems").returncode == 0


@pytest.mark.parametrize(
    ("version", "fits"),
    [("3.11.2-1+b1", True), ("3.13.5-1", True), ("3.10.6-1", False), ("3.14.0-1", False), ("3.1.1-1", False)],
)
def test_a_python_that_apt_has_fits_or_does_not(shell: Shell, version: str, fits: bool):
    assert (shell.call("common preflight", f"python_fits {version}").returncode == 0) is fits


def test_a_second_start_waits_for_the_first_and_says_so(shell: Shell, taken_port: int):
    folder = os.open(ROOT, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)

    second = shell.start(f"bin/up --background --port {taken_port}")
    assert second.stdout
    said = second.stdout.readline()
    fcntl.flock(folder, fcntl.LOCK_UN)
    _, errors = second.communicate()

    os.close(folder)
    assert said == f"Another bin/up is at work in {ROOT}: waiting for it\n"
    assert f"Port {taken_port} is taken" in errors


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """Those of a load core."""
    folder = tmp_path / "native/src"
    folder.mkdir(parents=True)
    (folder / "loop.c").write_text("int one;")
    return folder


def load_core_hash(shell: Shell, sources: Path) -> str:
    return shell.call("common setup", f"ROOT={sources.parents[1]}; load_core_hash").stdout


def test_a_build_of_the_load_core_does_not_ask_for_another(shell: Shell, sources: Path):
    before = load_core_hash(shell, sources)

    (sources / "benchlab_core.egg-info").mkdir()
    (sources / "benchlab_core.egg-info/SOURCES.txt").write_text("what a build leaves")

    assert load_core_hash(shell, sources) == before


def test_a_source_of_the_load_core_that_changes_does(shell: Shell, sources: Path):
    before = load_core_hash(shell, sources)

    (sources / "loop.c").write_text("int two;")

    assert load_core_hash(shell, sources) != before
