"""Make a MariaDB's data directory, option files and admin account in an empty folder."""

import fcntl
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from benchlab.sandbox import settings as options
from benchlab.sandbox.failure_messages import SandboxError, failure
from benchlab.sandbox.settings import Setting

ADMIN = "benchlab"
SOCKET_PATH_BYTES = 107
"""What Linux takes for the path of a Unix socket."""
SBIN = "/usr/sbin:/usr/local/sbin:/sbin"
PACKAGE = "mariadb-server-core"
INSTALL_OPTIONS = "install.cnf"


def make(folder: Path, settings: Mapping[str, Setting]) -> None:
    """Raises SandboxError, and leaves nothing, where it can not be made.

    Engines that come as plugins are looked up in ``.plugins`` next to the sandboxes.
    """
    options.check(settings)
    server, installer = program("mariadbd"), program("mariadb-install-db")
    folder.mkdir(parents=True)
    try:
        _write_options(folder, settings)
        _install(installer, folder)
        _make_admin(server, folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def program(name: str) -> str:
    """Where a program of MariaDB lies; Debian's daemon is in sbin, which a user's PATH may lack."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:{SBIN}")
    if not found:
        raise SandboxError(f"{name} is not installed. Install it: apt-get install {PACKAGE}")
    return found


@contextmanager
def only_maker(folder: Path) -> Iterator[None]:
    """Nobody else makes or removes a sandbox in ``folder`` meanwhile: one that is half made then is abandoned."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write_options(folder: Path, settings: Mapping[str, Setting]) -> None:
    port, socket_path = _free_port(), _socket_path(folder)
    place: dict[str, Setting] = {
        "datadir": str(folder / "data"),
        "socket": socket_path,
        "port": port,
        "bind_address": "127.0.0.1",
        "pid_file": str(folder / "server.pid"),
        "log_error": str(folder / "error.log"),
        # The machine's own /tmp may be a small one in memory.
        "tmpdir": str(folder / "tmp"),
        **({"user": "root"} if os.geteuid() == 0 else {}),
    }
    (folder / "tmp").mkdir()
    options.write(folder / "my.cnf", {"mysqld": {**place, **options.chosen(folder, settings, _plugins(folder))}})


def _plugins(folder: Path) -> Path:
    return folder.parent / ".plugins"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _socket_path(folder: Path) -> str:
    path = folder / "server.sock"
    if len(os.fsencode(path)) > SOCKET_PATH_BYTES:
        path = Path(tempfile.mkdtemp(prefix="benchlab-")) / "server.sock"
    return str(path)


def _install(installer: str, folder: Path) -> None:
    _write_install_options(folder)
    _run(
        [
            installer,
            f"--defaults-file={INSTALL_OPTIONS}",
            # Only the system's user of the same name is let in as root, over the socket.
            "--auth-root-authentication-method=socket",
            "--skip-test-db",
            "--skip-name-resolve",
        ],
        folder,
    )
    (folder / INSTALL_OPTIONS).unlink()


def _write_install_options(folder: Path) -> None:
    """The sandbox's settings without its paths: the installer is a shell script that splits them at spaces."""
    settings = options.read(folder / "my.cnf", "mysqld")
    kept = {name: value for name, value in settings.items() if name not in options.OWN or name == "user"}
    options.write(folder / INSTALL_OPTIONS, {"mysqld": {**kept, "datadir": "./data"}})


def _make_admin(server: str, folder: Path) -> None:
    password = secrets.token_urlsafe(24)
    accounts = [f"'{ADMIN}'@'{host}'" for host in ("localhost", "127.0.0.1")]
    statements = [
        "FLUSH PRIVILEGES;",  # --bootstrap knows no accounts before this
        *(f"CREATE USER {account} IDENTIFIED BY '{password}';" for account in accounts),
        *(f"GRANT ALL ON *.* TO {account} WITH GRANT OPTION;" for account in accounts),
    ]
    _run([server, f"--defaults-file={folder / 'my.cnf'}", "--bootstrap"], folder, stdin="\n".join(statements))
    socket_path = options.read(folder / "my.cnf", "mysqld")["socket"]
    # Written last: it marks the sandbox as complete.
    options.write(folder / "client.cnf", {"client": {"user": ADMIN, "password": password, "socket": socket_path}})


def _run(command: list[str], folder: Path, *, stdin: str = "") -> None:
    environment = {**os.environ, "TMPDIR": str(folder / "tmp")}
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=False, cwd=folder, env=environment
    )
    if done.returncode:
        log = folder / "error.log"
        written = "\n".join([log.read_text(errors="replace") if log.exists() else "", done.stdout, done.stderr])
        raise failure(f"Sandbox {folder.name} can not be made", written)
