"""What is known of a server before anything is launched on it, and of the machine that we are on."""

import shutil
import socket
from contextlib import suppress
from pathlib import Path

from benchlab import mysql, scratch_schemas
from benchlab.definitions.plan.server_facts import Capability, Facts, Flavour
from benchlab.mysql import Address
from benchlab.probes.server import privileges, server_process

NOT_FOR_ROWS = frozenset({"PERFORMANCE_SCHEMA", "SEQUENCE", "BLACKHOLE", "MRG_MYISAM", "FEDERATED", "NDBINFO"})
"""Engines that keep no rows of their own."""
LOCK_WAIT_S = 5
READ_TIMEOUT_S = 20


def inspect(address: Address, *, installation: str = scratch_schemas.NO_INSTALLATION) -> Facts:
    """Connect and find out; leaves nothing behind, not even what an earlier check of this installation has left.

    Raises ``mysql.Error`` where it can not connect, or the server hangs.
    """
    with mysql.connected(address, read_timeout_s=READ_TIMEOUT_S, lock_wait_s=LOCK_WAIT_S) as connection:
        scratch_schemas.sweep(connection, installation)
        flavour = _flavour(connection)
        local = server_process.find(connection) is not None
        one = _variables(connection)
        watching = _watching("" if local else one["hostname"])
        return Facts(
            flavour=flavour,
            version=one["version"],
            engines=_engines(connection),
            hostname=one["hostname"],
            machine=this_machine() if local else one["hostname"],
            local=local,
            datadir=one["datadir"],
            binary_log=one["log_bin"] == "ON",
            local_infile=one["local_infile"] == "ON",
            max_connections=int(one["max_connections"]),
            open_files_limit=int(one["open_files_limit"]),
            capabilities=(*privileges.capabilities(connection, flavour, installation), *watching),
        )


def this_machine() -> str:
    """Identity of the machine we are on. Cloned images share a machine-id, so that the name belongs to it."""
    with suppress(OSError):
        return f"{socket.gethostname()}/{Path('/etc/machine-id').read_text().strip()}".rstrip("/")
    return socket.gethostname()


def _watching(elsewhere: str) -> tuple[Capability, ...]:
    """Whether the host can be watched while a run goes on; ``elsewhere`` names it where it is not this machine."""
    return tuple(_tool(name, elsewhere) for name in ("iostat", "sar"))


def _tool(name: str, elsewhere: str) -> Capability:
    if elsewhere:
        reason = f"The server runs on another machine or in a container ({elsewhere}); only this machine is watched."
        return Capability(name, False, reason, "Run benchlab on the server's own machine to see its CPU and disks.")
    if not shutil.which(name):
        return Capability(name, False, f"{name} is not installed on this machine.", "apt-get install sysstat")
    return Capability(name, True)


def _flavour(connection: mysql.Connection) -> Flavour:
    version, comment = mysql.rows(connection, "SELECT VERSION(), @@version_comment")[0]
    if "mariadb" in f"{version} {comment}".lower():
        return "MariaDB"
    return "Percona Server" if "percona" in comment.lower() else "MySQL"


def _variables(connection: mysql.Connection) -> dict[str, str]:
    return dict(mysql.rows(connection, "SHOW GLOBAL VARIABLES"))


def _engines(connection: mysql.Connection) -> tuple[str, ...]:
    """Those that keep rows, the default first."""
    offered = mysql.rows(
        connection,
        "SELECT ENGINE FROM information_schema.ENGINES WHERE SUPPORT IN ('YES', 'DEFAULT') "
        "ORDER BY SUPPORT = 'DEFAULT' DESC, ENGINE",
    )
    return tuple(engine for (engine,) in offered if engine.upper() not in NOT_FOR_ROWS)
