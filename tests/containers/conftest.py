"""Bare machines, as containers. Slow, so only `bin/test containers` runs them."""

import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ["debian:trixie-slim", "debian:bookworm-slim"]
USERS = ["root", "dana"]
ALL_TESTS = list(zip(IMAGES, USERS, strict=True))
"""Where `bin/test` runs whole, once on each system and as each kind of user; `all` in the variable adds the others."""
SWITCH = "BENCHLAB_TEST_CONTAINERS"
MAKE_USER = (
    "useradd --create-home --shell /bin/bash {user} && echo '{user} ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/{user}"
)


@dataclass(frozen=True)
class Machine:
    """A container with git, and a clone of what is committed here."""

    container: str
    user: str = "root"
    runs_all_tests: bool = False

    @property
    def clone(self) -> str:
        return "/root/benchlab" if self.user == "root" else f"/home/{self.user}/benchlab"

    def run(self, command: str, *, user: str | None = None) -> subprocess.CompletedProcess[str]:
        """What a person types there in the clone."""
        place = ["--workdir", self.clone, "--user", user or self.user]
        return docker("exec", *place, self.container, "bash", "-c", command, check=False)

    def prepare(self, bundle: Path) -> None:
        docker("cp", str(bundle), f"{self.container}:/benchlab.bundle")
        self._as_root("apt-get update -q && apt-get install -q -y --no-install-recommends git procps")
        if self.user != "root":
            self._as_root("apt-get install -q -y --no-install-recommends sudo && " + MAKE_USER.format(user=self.user))
        clone = ["git", "clone", "-q", "/benchlab.bundle", self.clone]
        docker("exec", "--user", self.user, self.container, *clone)

    def _as_root(self, command: str) -> None:
        docker("exec", self.container, "bash", "-c", command)


def docker(*arguments: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(["docker", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0 or not check, done.stdout + done.stderr
    return done


@pytest.fixture(scope="session", autouse=True)
def _engine() -> None:
    if not os.environ.get(SWITCH):
        pytest.skip("takes minutes: `bin/test containers` runs it")
    if subprocess.run(["docker", "info"], capture_output=True, check=False).returncode:
        pytest.skip("no Docker engine answers here")


@pytest.fixture(scope="session")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("bundle") / "benchlab.bundle"
    subprocess.run(["git", "-C", ROOT, "bundle", "create", "-q", file, "HEAD"], check=True)
    return file


@pytest.fixture(scope="module", params=product(IMAGES, USERS), ids="-".join)
def machine(request: pytest.FixtureRequest, bundle: Path) -> Iterator[Machine]:
    """Nothing but git, and where the person is not root, sudo; and no init that would reap orphans."""
    image, user = request.param
    name = f"benchlab-test-{os.getpid()}-{user}-{int(time.time())}"
    docker("run", "--detach", "--name", name, image, "sleep", "infinity")
    made = Machine(name, user, runs_all_tests=request.param in ALL_TESTS or os.environ[SWITCH] == "all")
    try:
        made.prepare(bundle)
        yield made
    finally:
        docker("rm", "--force", "--volumes", name)
