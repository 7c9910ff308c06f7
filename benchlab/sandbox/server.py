"""A MariaDB server of benchlab's own, all of it in one folder."""

import os
import re
import shutil
import stat
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

import psutil

from benchlab import mysql
from benchlab.mysql import Address
from benchlab.sandbox import creation, settings
from benchlab.sandbox.failure_messages import SandboxError, failure
from benchlab.sandbox.settings import Setting

START_TIMEOUT_S = 120
STOP_TIMEOUT_S = 120
"""Crash recovery and the last flush of a full buffer pool take their time."""
POLL_S = 0.1
DEFAULTS = "--defaults-file="


@dataclass(frozen=True)
class Sandbox:
    """The folder holds my.cnf (settings), client.cnf (the admin account), error.log and data."""

    folder: Path

    @classmethod
    def create(cls, folder: Path, name: str, *, settings: Mapping[str, Setting] | None = None) -> Self:
        """Make a server in ``folder / name``, not started. Raises SandboxError."""
        sandbox = cls(_place(folder, name))
        with creation.only_maker(folder):
            if sandbox.exists():
                raise SandboxError(f"There is a sandbox {name} already.")
            shutil.rmtree(sandbox.folder, ignore_errors=True)
            creation.make(sandbox.folder, settings or {})
        return sandbox

    @classmethod
    def list_all(cls, folder: Path) -> list[Self]:
        found = (cls(each.parent) for each in sorted(folder.absolute().glob("*/client.cnf")))
        return [sandbox for sandbox in found if sandbox.exists()]

    @classmethod
    def named(cls, folder: Path, name: str) -> Self:
        """Raises SandboxError where there is none of that name."""
        sandbox = cls(_place(folder, name))
        if not sandbox.exists():
            raise SandboxError(f"There is no sandbox {name}.")
        return sandbox

    @property
    def name(self) -> str:
        return self.folder.name

    def exists(self) -> bool:
        """Whether it was made to its end."""
        return (self.folder / "client.cnf").exists()

    def start(self) -> None:
        """Start it as a daemon that outlives us, and wait until it answers. Raises SandboxError."""
        self._check_place()
        seen = self._log_size()
        self._wait_until_it_answers(self._process() or self._launch(), seen)

    def launch(self) -> None:
        """Start it where it is stopped, and do not wait. Raises SandboxError."""
        self._check_place()
        if not self._process():
            self._launch()

    def command(self) -> list[str]:
        """The server in the foreground, for a process manager."""
        return [creation.program("mariadbd"), f"{DEFAULTS}{self._option_file}"]

    def stop(self) -> None:
        """Stop it in order, and wait. Raises SandboxError where it does not end."""
        process = self._process()
        if not process:
            return
        process.terminate()
        give_up_at = time.monotonic() + STOP_TIMEOUT_S
        while _alive(process):
            if time.monotonic() > give_up_at:
                raise SandboxError(f"Sandbox {self.name} has not stopped after {STOP_TIMEOUT_S} s.")
            time.sleep(POLL_S)

    def remove(self) -> None:
        """Stop it and forget all its data."""
        with creation.only_maker(self.folder.parent):
            self.stop()
            # The socket of a copied one is its original's, in the folder of that.
            made = {Path(self._options()["socket"]).parent.resolve()} if self._is_in_place() else set()
            for folder in {self.folder.resolve(), *made}:
                shutil.rmtree(folder)

    def state(self) -> Literal["running", "not answering", "stopped"]:
        """Its process does not answer while it starts, or recovers from a crash, or hangs."""
        if not self._process():
            return "stopped"
        with suppress(mysql.Error):  # A refusal is an answer.
            return "running" if self._answers() else "not answering"
        return "running"

    def address(self) -> Address:
        """Its admin account, over its private socket."""
        account = settings.read(self.folder / "client.cnf", "client")
        port = int(self._options()["port"])
        return Address("127.0.0.1", port, account["user"], account["password"], account["socket"])

    def settings(self) -> dict[str, str]:
        """What my.cnf says, without what only says where the sandbox is."""
        return {name: value for name, value in self._options().items() if name not in settings.OWN}

    def version(self) -> str:
        said = subprocess.run([creation.program("mariadbd"), "--version"], capture_output=True, text=True, check=True)
        return said.stdout.partition("Ver ")[2].partition(" ")[0]

    def to_json(self) -> dict[str, Any]:
        options = self._options()
        return {
            "name": self.name,
            "state": self.state(),
            "socket": options["socket"],
            "port": int(options["port"]),
            "datadir": options["datadir"],
            "version": self.version(),
        }

    def _is_in_place(self) -> bool:
        return Path(self._options()["datadir"]).resolve() == (self.folder / "data").resolve()

    def _check_place(self) -> None:
        """Its options name its place: a copy would serve, or spoil, the data of its original."""
        if not self._is_in_place():
            place = self._options()["datadir"]
            remedy = "Remove it and create it again."
            raise SandboxError(f"Sandbox {self.name} was copied or moved: it would use the data in {place}. {remedy}")

    def _launch(self) -> psutil.Process:
        self._prepare_socket_folder()
        with (self.folder / "error.log").open("a") as log:
            launched = subprocess.Popen(
                self.command(),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.folder,
                start_new_session=True,
            )
        return psutil.Process(launched.pid)

    def _wait_until_it_answers(self, process: psutil.Process, seen: int) -> None:
        give_up_at = time.monotonic() + START_TIMEOUT_S
        while not self._answers():
            if not _alive(process):
                raise self._failure("does not start", seen)
            if time.monotonic() > give_up_at:
                process.terminate()
                raise self._failure(f"has not answered after {START_TIMEOUT_S} s", seen)
            time.sleep(POLL_S)

    def _answers(self) -> bool:
        """Raises ``mysql.Error`` where it answers, but with a refusal."""
        try:
            with mysql.connected(self.address()):
                return True
        except mysql.Error as error:
            if mysql.error_code(error) in mysql.LOST_CODES:
                return False
            raise

    def _failure(self, what: str, seen: int) -> SandboxError:
        log = self.folder / "error.log"
        with log.open("rb") as file:
            file.seek(seen)
            return failure(f"Sandbox {self.name} {what}", file.read().decode(errors="replace"), log)

    def _log_size(self) -> int:
        log = self.folder / "error.log"
        return log.stat().st_size if log.exists() else 0

    def _prepare_socket_folder(self) -> None:
        """A folder under /tmp may be gone since the last boot, and another user may have created it."""
        folder = Path(self._options()["socket"]).parent
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.resolve() != self.folder.resolve() and (
            folder.stat().st_uid != os.geteuid() or stat.S_IMODE(folder.stat().st_mode) != 0o700
        ):
            raise SandboxError(f"{folder}, where the sandbox's socket goes, belongs to another user: remove it.")

    def _process(self) -> psutil.Process | None:
        """The server, known by the option file on its command line: it writes its pid file only late in its start."""
        for process in psutil.process_iter(["name", "cmdline"]):
            if process.info["name"].startswith("mariadbd") and self._serves(process) and _alive(process):
                return process
        return None

    def _serves(self, process: psutil.Process) -> bool:
        files = (argument.removeprefix(DEFAULTS) for argument in process.info["cmdline"] or ())
        return any(Path(file).resolve() == self._option_file.resolve() for file in files)

    @property
    def _option_file(self) -> Path:
        return self.folder / "my.cnf"

    def _options(self) -> dict[str, str]:
        return settings.read(self._option_file, "mysqld")


def _alive(process: psutil.Process) -> bool:
    """A process that has ended stays a zombie until its parent collects it."""
    with suppress(psutil.NoSuchProcess):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def _place(folder: Path, name: str) -> Path:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9-]*", name):
        raise SandboxError(f"{name!r} can not be a sandbox's name: use letters, digits and dashes.")
    return folder.absolute() / name
