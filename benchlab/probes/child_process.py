"""Probes that read a program's output, and child processes that always end with their parent."""

import os
import shutil
import signal
import subprocess
from abc import abstractmethod
from collections.abc import Iterable, Iterator

from benchlab.probes.probe import Clock, Findings, Probe

PACKAGES = {"setpriv": "util-linux", "iostat": "sysstat", "sadf": "sysstat", "sadc": "sysstat"}
SADC_FOLDERS = ("/usr/lib/sysstat", "/usr/libexec/sysstat", "/usr/lib64/sa", "/usr/lib/sa")
"""sadc is no command for people, so that no PATH names its folder: Debian 12, Debian 13, Red Hat, Arch."""
STOP_TIMEOUT_S = 5
CHUNK_BYTES = 65536
IF_NOT_ORPHANED = ["sh", "-c", '[ "$PPID" = "$0" ] && exec "$@"']
"""Its parent may have died before the kernel was asked to end it with that."""
PLAIN = {"LC_ALL": "C", "S_TIME_FORMAT": "ISO", "TZ": "UTC"}

Child = subprocess.Popen[bytes]


class ChildProbe(Probe):
    """Watches by a program that reports each second and ends in order on SIGINT.

    The probe's thread starts it, because what the kernel ends with its parent it ends with that thread of it.
    """

    what: str
    """What is not watched where the program is missing."""
    needs: tuple[str, ...]

    def __init__(self, name: str, command: list[str], clock: Clock, findings: Findings) -> None:
        super().__init__(name, clock, findings)
        self._command = command
        self._child: Child | None = None

    @abstractmethod
    def follow(self, output: Iterable[str]) -> None:
        """Read what it writes, to the end."""

    def observe(self) -> None:
        if lack := missing("setpriv", *self.needs):
            self.findings.report(f"{self.what}: {lack}")
        elif next(self.seconds(), None) is not None:
            self._observe(start_tied(self._command))

    def _observe(self, child: Child) -> None:
        self._child = child
        if self.stopping.is_set():
            end(child)
        with child:
            self.follow(output(child))
            said = complaint(child)
        if not self.stopping.is_set():
            self.findings.report(
                f"{self.title} ended by itself (status {child.returncode}): {said or 'it said nothing'}"
            )

    def stop(self) -> None:
        super().stop()
        if self._child:
            end(self._child)


def program(name: str) -> str | None:
    return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", os.defpath), *SADC_FOLDERS]))


def missing(*names: str) -> str:
    """A sentence on what has to be installed; empty where nothing is missing."""
    absent = [name for name in names if not program(name)]
    if not absent:
        return ""
    packages = " ".join(sorted({PACKAGES[name] for name in absent}))
    verb = "is" if len(absent) == 1 else "are"
    return f"{' and '.join(absent)} {verb} not installed on this machine: apt-get install {packages}"


def start_tied(command: list[str]) -> Child:
    """Start ``command`` so that the kernel kills it when the calling thread ends, be it by SIGKILL of its process."""
    name, *arguments = command
    return subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", *IF_NOT_ORPHANED, str(os.getpid()), program(name) or name, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **PLAIN},
        # Ctrl-C is for us: what we started is to be ended in order.
        start_new_session=True,
    )


def output(child: Child) -> Iterator[str]:
    """What it writes, as it comes; lines may be cut."""
    assert child.stdout  # noqa: S101 - start_tied pipes it
    while chunk := os.read(child.stdout.fileno(), CHUNK_BYTES):
        yield chunk.decode(errors="replace")


def complaint(child: Child) -> str:
    """What it has written to stderr, once it has ended."""
    assert child.stderr  # noqa: S101 - start_tied pipes it
    return child.stderr.read().decode(errors="replace").strip()


def end(child: Child) -> None:
    """SIGINT, upon which sysstat's tools finish what they write; SIGKILL for what does not listen."""
    child.send_signal(signal.SIGINT)
    try:
        child.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
