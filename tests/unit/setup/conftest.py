"""The commands in bin/ and the functions in bin/lib, on a var folder of their own."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.setups import ROOT, own_environment


@dataclass(frozen=True)
class Shell:
    var: Path

    def run(self, command: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """A line typed in the clone."""
        started = self.start(command, **environment)
        out, errors = started.communicate()
        return subprocess.CompletedProcess(command, started.returncode, out, errors)

    def start(self, command: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            ["bash", "-c", command],
            cwd=ROOT,
            env={**own_environment(), "BENCHLAB_VAR": str(self.var), **environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def call(self, libraries: str, script: str, **environment: str) -> subprocess.CompletedProcess[str]:
        """Functions of bin/lib, as the commands call them."""
        sources = " ".join(f"source bin/lib/{name}.sh;" for name in libraries.split())
        return self.run(f"set -euo pipefail; {sources} {script}", **environment)


@pytest.fixture
def shell() -> Iterator[Shell]:
    # Not in tmp_path, whose names grow over what a socket's path may have.
    with tempfile.TemporaryDirectory(prefix="benchlab-") as folder:
        yield Shell(Path(folder) / "var")


@pytest.fixture
def anothers(shell: Shell) -> Shell:
    """A var folder of another user's."""
    if os.geteuid():
        return Shell(Path("/etc"))
    shell.var.mkdir(mode=0o700)
    os.chown(shell.var, 65534, 65534)
    return shell
