"""What a machine lacks to be set up is said in one sentence."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.containers.conftest import IMAGES, Machine, docker


@pytest.fixture(scope="module")
def poor(bundle: Path) -> Iterator[Machine]:
    """A person without sudo on a bare machine."""
    name = f"benchlab-test-{os.getpid()}-poor"
    docker("run", "--detach", "--name", name, IMAGES[0], "sleep", "infinity")
    try:
        Machine(name, "dana").prepare(bundle)
        docker("exec", name, "rm", "/usr/bin/sudo")
        yield Machine(name, "dana")
    finally:
        docker("rm", "--force", "--volumes", name)


def test_without_sudo_the_command_for_root_is_named(poor: Machine):
    done = poor.run("bin/up --background")

    assert done.returncode == 1
    assert done.stderr.startswith("Installing packages needs root: let root run 'apt-get install ")
    assert done.stderr.count("\n") == 1


def test_without_apt_the_packages_are_named(poor: Machine):
    docker("exec", poor.container, "mv", "/usr/bin/apt-get", "/usr/bin/apt-get.away")

    done = poor.run("bin/up --background")

    docker("exec", poor.container, "mv", "/usr/bin/apt-get.away", "/usr/bin/apt-get")
    assert done.returncode == 1
    assert done.stderr.startswith("This machine has no apt: install ")


def test_before_the_first_start_the_command_line_names_it(poor: Machine):
    done = poor.run("bin/bench catalog")

    assert done.returncode == 1
    assert done.stderr == "benchlab is not set up yet: start it once with bin/up.\n"
