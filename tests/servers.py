"""Private servers for tests: real ones, in a temporary folder, gone when the test process is."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import redis

from benchlab import mysql

START_TIMEOUT_S = 30
SYSTEM_PATH = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"  # Where Debian keeps servers; not on everybody's PATH.
SMALL = ["--innodb-buffer-pool-size=64M", "--innodb-flush-log-at-trx-commit=0"]
SMALL_MARIADB = [*SMALL, "--innodb-log-file-size=16M", "--innodb-data-file-path=ibdata1:4M:autoextend"]
SMALL_MYSQL = [*SMALL, "--innodb-redo-log-capacity=32M", "--mysqlx=OFF", "--local-infile=1", "--secure-file-priv="]
ACCOUNT = """\
CREATE USER IF NOT EXISTS bench@localhost IDENTIFIED BY 'bench';
GRANT ALL ON *.* TO bench@localhost WITH GRANT OPTION;
CREATE USER IF NOT EXISTS bench@'127.0.0.1' IDENTIFIED BY 'bench';
GRANT ALL ON *.* TO bench@'127.0.0.1' WITH GRANT OPTION;
"""


class PrivateServer:
    """A server process in a folder of its own."""

    def __init__(self, folder: Path, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.options = list(options)
        self.socket = folder / "server.sock"
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self.process, "the server is not running"
        return self.process.pid

    def command(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        # It ends with us, even when we are killed.
        command = ["setpriv", "--pdeathsig", "KILL", *self.command()]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "PATH": SYSTEM_PATH})
        wait_for(self.answers, alive=self.process, explain=self.last_words)

    @property
    def log(self) -> Path:
        return self.folder / "server.log"

    def last_words(self) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-20:])

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def _end(self, how: signal.Signals) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(START_TIMEOUT_S)
            self.process = None


class PrivateDatabase(PrivateServer):
    """A MariaDB or MySQL whose account `bench` may do everything, over its socket and over TCP on 127.0.0.1."""

    def __init__(self, folder: Path, *, template: Path, options: Sequence[str] = ()) -> None:
        super().__init__(folder, options)
        self.template = template
        self.port = free_port()

    @property
    def address(self) -> mysql.Address:
        return mysql.Address(port=self.port, user="bench", password="bench", socket=str(self.socket))

    @property
    def tcp_address(self) -> mysql.Address:
        return mysql.Address(port=self.port, user="bench", password="bench")

    def command(self) -> list[str]:
        data = self.folder / "data"
        if not data.exists():
            shutil.copytree(self.template, data)
        places = [f"--datadir={data}", f"--socket={self.socket}", f"--pid-file={self.folder}/pid"]
        network = ["--bind-address=127.0.0.1", f"--port={self.port}"]
        init = self.folder / "accounts.sql"
        init.write_text(ACCOUNT)
        options = [*as_root(), *places, *network, f"--init-file={init}", *self.options]
        return [*self.program(), *options]

    def program(self) -> list[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        try:
            mysql.connect(self.address).close()
        except mysql.Error:
            return False
        return True


class PrivateMariaDB(PrivateDatabase):
    """Debian's own."""

    def program(self) -> list[str]:
        return ["mariadbd", "--no-defaults", *SMALL_MARIADB]


class PrivateMySQL(PrivateDatabase):
    """One that runs from the files of a MySQL made for another Debian."""

    def __init__(self, folder: Path, *, template: Path, files: Path) -> None:
        super().__init__(folder, template=template)
        self.files = files

    def program(self) -> list[str]:
        return mysql_program(self.files, self.folder)


class PrivateRedis(PrivateServer):
    """A Redis on a Unix socket that keeps nothing: stopped and started again it is empty."""

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    def flush(self) -> None:
        redis.Redis.from_url(self.url).flushall()

    def command(self) -> list[str]:
        return ["redis-server", "--port", "0", "--unixsocket", str(self.socket), "--save", "", *self.options]

    def answers(self) -> bool:
        try:
            return bool(redis.Redis.from_url(self.url).ping())
        except redis.ConnectionError:
            return False


def mariadb_template(session_folder: Path) -> Path:
    unattended = ["--auth-root-authentication-method=normal", "--skip-test-db"]
    install = ["mariadb-install-db", "--no-defaults", *SMALL_MARIADB, *unattended]
    return _template(session_folder / "mariadb-template", install)


def mysql_template(session_folder: Path, files: Path) -> Path:
    install = [*mysql_program(files, session_folder), "--initialize-insecure"]
    return _template(session_folder / "mysql-template", install)


def _template(template: Path, install: list[str]) -> Path:
    """A data directory made once per session; every server starts from a copy, which takes a fraction of the time."""
    with locked(template.with_suffix(".lock")):
        if not template.exists():
            unfinished = template.with_suffix(".unfinished")
            _succeed([*install, *as_root(), f"--datadir={unfinished}"])
            unfinished.rename(template)
    return template


def _succeed(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": SYSTEM_PATH})
    assert done.returncode == 0, done.stdout + done.stderr


def mysql_program(files: Path, folder: Path) -> list[str]:
    """mysqld in its own root, where it finds its libraries and, in a mount namespace of its own, the folder."""
    enter = 'mkdir -p "$0$1" && mount --bind "$1" "$0$1" && shift && exec chroot "$0" /usr/sbin/mysqld "$@"'
    return ["unshare", "--mount", "sh", "-c", enter, str(files), str(folder), "--no-defaults", *SMALL_MYSQL]


def as_root() -> list[str]:
    """mariadbd refuses to run as root unless told that this is meant."""
    return ["--user=root"] if os.geteuid() == 0 else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(condition: Callable[[], bool], *, alive: subprocess.Popen[bytes], explain: Callable[[], str]) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while not condition():
        assert alive.poll() is None, f"the server ended at its start:\n{explain()}"
        assert time.monotonic() < deadline, f"the server does not answer:\n{explain()}"
        time.sleep(0.05)


@contextmanager
def locked(file: Path) -> Iterator[None]:
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
