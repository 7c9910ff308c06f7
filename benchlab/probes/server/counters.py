"""Probes of the server under test: its counters, and its process where that is on this machine."""

from abc import abstractmethod
from dataclasses import dataclass

import psutil

from benchlab import mysql
from benchlab.metrics import Metric, Sample
from benchlab.mysql import Address
from benchlab.probes.probe import MB, Clock, Findings, Probe
from benchlab.probes.server import server_process, status_counters

READ_TIMEOUT_S = 5
SHORTEST_S = 0.5
"""A rate over less time is not meaningful."""


class ServerProbe(Probe):
    """A probe with a connection, which it reopens when it is lost."""

    def __init__(self, name: str, clock: Clock, findings: Findings, *, server: str, address: Address) -> None:
        super().__init__(name, clock, findings)
        self.server = server
        self._address = address
        self._connection: mysql.Connection | None = None

    def observe(self) -> None:
        for second in self.seconds():
            try:
                self.look(second)
            except mysql.Error as error:
                self._close()
                self.lost(error)
        self._close()

    @abstractmethod
    def look(self, second: int) -> None:
        """Take the sample of ``second``."""

    def connection(self) -> mysql.Connection:
        if not self._connection:
            self._connection = mysql.connect(self._address, read_timeout_s=READ_TIMEOUT_S)
            self.connected(self._connection)
        return self._connection

    def connected(self, connection: mysql.Connection) -> None:
        """What is to be done with every new connection."""

    def lost(self, error: Exception) -> None:
        """The connection broke or could not be opened; the next second tries again."""

    def _close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None


class Counters(ServerProbe):
    """Samples ``server``: what SHOW GLOBAL STATUS says has happened since the second before."""

    metrics = {"server": status_counters.METRICS}

    def __init__(
        self, clock: Clock, findings: Findings, *, server: str, address: Address, may_be_lost: bool = False
    ) -> None:
        super().__init__("counters", clock, findings, server=server, address=address)
        self._may_be_lost = may_be_lost
        self._last: status_counters.Reading | None = None
        self._innodb_metrics = False

    def connected(self, connection: mysql.Connection) -> None:
        self._innodb_metrics = status_counters.has_innodb_metrics(connection)

    def lost(self, error: Exception) -> None:
        if self._may_be_lost and mysql.error_code(error) in mysql.LOST_CODES:
            return  # The run restarts its server.
        said = f"{mysql.error_text(error)} (error {mysql.error_code(error)})"
        self.findings.report(f"The counters of server {self.server} could not be read for a while: {said}")

    def look(self, second: int) -> None:
        before, after = self._last, self._read()
        if before and after.at_s - before.at_s < SHORTEST_S:
            return
        self._last = after
        if before:
            self.findings.add(Sample("server", second, status_counters.figures(before, after)))

    def _read(self) -> status_counters.Reading:
        counters = status_counters.read(self.connection(), innodb_metrics=self._innodb_metrics)
        return status_counters.Reading(self.clock.now_s(), counters)


@dataclass(frozen=True)
class Usage:
    """What a process has used since it began."""

    at_s: float
    cpu_s: float
    read_bytes: float | None
    written_bytes: float | None


PROCESS = (
    Metric("cpu", "Server process, CPU (100 % is one core)", "%", "neither"),
    Metric("resident", "Server process, resident memory", "B", "neither"),
    Metric("threads", "Server process, threads", "", "neither"),
    Metric("process_read", "Server process, read from devices", "MB/s", "neither"),
    Metric("process_written", "Server process, written to devices", "MB/s", "neither"),
)


class ServerProcess(ServerProbe):
    """Samples ``mysqld``: CPU, memory and I/O of the server's process, through restarts."""

    metrics = {"mysqld": PROCESS}

    def __init__(self, clock: Clock, findings: Findings, *, server: str, address: Address) -> None:
        super().__init__("process", clock, findings, server=server, address=address)
        self._process: psutil.Process | None = None
        self._last: Usage | None = None

    def look(self, second: int) -> None:
        try:
            if process := self._process or self._find():
                self._look_at(process, second)
        except psutil.NoSuchProcess:
            self._process = self._last = None

    def _find(self) -> psutil.Process | None:
        self._process = server_process.find(self.connection())
        # The connection was for finding it only; a restart ends it anyway.
        self._close()
        if not self._process:
            self.findings.report(f"The process of server {self.server} is not visible to us and is not watched.")
            self.stopping.set()
        return self._process

    def _look_at(self, process: psutil.Process, second: int) -> None:
        before, after = self._last, _usage(process, self.clock.now_s())
        if before and after.at_s - before.at_s < SHORTEST_S:
            return
        self._last = after
        values = {"resident": float(process.memory_info().rss), "threads": float(process.num_threads())}
        if before:
            values |= _growth(before, after)
        self.findings.add(Sample("mysqld", second, values))


def _usage(process: psutil.Process, now_s: float) -> Usage:
    cpu = process.cpu_times()
    try:
        io = process.io_counters()
    except psutil.AccessDenied:
        return Usage(now_s, cpu.user + cpu.system, None, None)
    return Usage(now_s, cpu.user + cpu.system, io.read_bytes, io.write_bytes)


def _growth(before: Usage, after: Usage) -> dict[str, float]:
    elapsed_s = after.at_s - before.at_s
    values = {"cpu": 100 * (after.cpu_s - before.cpu_s) / elapsed_s}
    for name, start, end in (
        ("process_read", before.read_bytes, after.read_bytes),
        ("process_written", before.written_bytes, after.written_bytes),
    ):
        if start is not None and end is not None:
            values[name] = (end - start) / MB / elapsed_s
    return values
