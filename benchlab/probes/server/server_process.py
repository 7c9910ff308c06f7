"""The server's own process, where it runs on this machine, and the files it sees."""

import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psutil

from benchlab import mysql

START_TOLERANCE_S = 5
"""How far a process's start and the server's own Uptime may lie apart."""
HIDDEN = 0
"""In place of a process that we may not see."""
CONTAINERS = ("docker", "containerd", "libpod", "kubepods", "lxc")


def find(connection: mysql.Connection) -> psutil.Process | None:
    """The process that serves ``connection``; None where it runs elsewhere, in a container, or hides from us."""
    return next((each for pid in _candidates(connection) if (each := _server(pid))), None)


def seen_path(process: psutil.Process, path: str) -> Path | None:
    """``path`` as the server means it, which may live in a chroot; None where we may not look."""
    inside = Path(f"/proc/{process.pid}/root", path.lstrip("/"))
    for candidate in (inside, Path(path)):
        with suppress(OSError):
            candidate.stat()
            return candidate
    return None


def _candidates(connection: mysql.Connection) -> Iterator[int]:
    with closing(socket.socket(fileno=os.dup(connection.fileno()))) as ours:
        owners = _owners_over_unix_socket(ours) if ours.family == socket.AF_UNIX else _owners_over_tcp(ours)
    # An owner that we see and that is no server forwards for one elsewhere, as a container's proxy does.
    yield from (owner for owner in owners if owner != HIDDEN)
    if owners and all(owner == HIDDEN for owner in owners):
        yield from _only_server_started_then(connection)


def _owners_over_unix_socket(ours: socket.socket) -> list[int]:
    """Who listens; init where it opened the socket for the server."""
    size = struct.calcsize("3i")
    pid, _, _ = struct.unpack("3i", ours.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return [HIDDEN if pid in (0, 1) else pid]


def _owners_over_tcp(ours: socket.socket) -> list[int]:
    """The process at the other end; none where that is in another network namespace, and not listed here."""
    return [end.pid or HIDDEN for end in _other_ends(ours)]


def _other_ends(ours: socket.socket) -> Iterator[Any]:
    here, there = _plain(ours.getsockname()), _plain(ours.getpeername())
    for end in psutil.net_connections("tcp"):
        if end.raddr and _plain(end.laddr) == there and _plain(end.raddr) == here:
            yield end


def _plain(address: tuple[Any, ...]) -> tuple[str, int]:
    """A server that listens on ``::`` shows IPv4 peers as mapped addresses."""
    return str(address[0]).removeprefix("::ffff:"), address[1]


def _only_server_started_then(connection: mysql.Connection) -> Iterator[int]:
    """Where the owner of a socket is hidden: the one server process here as old as the server's Uptime."""
    uptime_s = int(mysql.rows(connection, "SHOW GLOBAL STATUS LIKE 'Uptime'")[0][1])
    started_at = time.time() - uptime_s
    fitting = [process.pid for process in psutil.process_iter() if _is_server_since(process, started_at)]
    if len(fitting) == 1:
        yield fitting[0]


def _is_server_since(process: psutil.Process, started_at: float) -> bool:
    with suppress(psutil.NoSuchProcess):
        as_old = abs(process.create_time() - started_at) < START_TOLERANCE_S
        return as_old and _server(process.pid) is not None and not _in_a_container(process.pid)
    return False


def _server(pid: int) -> psutil.Process | None:
    with suppress(psutil.Error, ValueError):
        process = psutil.Process(pid)
        if process.name().startswith(("mysqld", "mariadbd")):
            return process
    return None


def _in_a_container(pid: int) -> bool:
    """A container of its own: its control group says so and ours does not."""
    theirs, ours = (_control_group(each) for each in (str(pid), "self"))
    return theirs != ours and any(name in theirs for name in CONTAINERS)


def _control_group(pid: str) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cgroup").read_text()
    return ""
