"""Every chart over time, declared once: those of a run's page by tab, and those in which a comparison overlays runs.

The page, its polls, reports, exports and previews take them from here (docs/contributing.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from benchlab.charts.render.colours import COLOURS


@dataclass(frozen=True)
class Line:
    """A metric in a panel. ``colour`` names one of the style sheet's."""

    metric: str
    label: str
    colour: str
    dashed: bool = False
    right: bool = False
    """Drawn against the axis on the right."""


@dataclass(frozen=True)
class Panel:
    """A chart over time. ``kind`` is the kind of source; a panel that ``each`` is drawn once for every such source."""

    key: str
    tab: str
    title: str
    unit: str
    kind: str
    lines: tuple[Line, ...]
    scale: Literal["linear", "log"] = "linear"
    stacked: bool = False
    filled: bool = False
    top: float | None = None
    right_unit: str = ""
    each: bool = False
    by_source: bool = False
    """A line for each source, named after it."""
    from_zero: bool = True
    hint: str = ""

    @property
    def is_live(self) -> bool:
        """Whether it has a place before anything is measured; what sar recorded is read at the end."""
        return self.kind != "sar"


def _lines(**labels: str) -> tuple[Line, ...]:
    """Metrics and what they are called, in the colours of their places."""
    return tuple(Line(metric, label, colour) for (metric, label), colour in zip(labels.items(), COLOURS, strict=False))


_PERCENTILES = (
    Line("p50_ms", "p50", "ramp-1"),
    Line("p95_ms", "p95", "ramp-2"),
    Line("p99_ms", "p99", "ramp-3"),
    Line("max_ms", "max", "ramp-4", dashed=True),
)
_CPU = _lines(user="user", system="system", steal="steal", iowait="waiting for I/O")
_DISK_RATE = _lines(written_mb="written", read_mb="read")
_WRITE_TIME = Line("write_await", "write latency, ms", "series-5", right=True)
_REQUEST_TIMES = _lines(write_await="write", read_await="read", flush_await="flush")


def _phase(key: str, tab: str, title: str, **more: Any) -> Panel:
    return Panel(key, tab, title, "ms", "phase", _PERCENTILES, scale="log", hint="log scale", **more)


def _rate(key: str, title: str, **metric: str) -> Panel:
    return Panel(key, "overview", title, "/s", "phase", _lines(**metric), by_source=True, filled=True)


def _server(key: str, title: str, unit: str, *, hint: str = "", **labels: str) -> Panel:
    return Panel(key, "server", title, unit, "server", _lines(**labels), hint=hint)


def _host(key: str, title: str, unit: str, kind: str, lines: tuple[Line, ...], **more: Any) -> Panel:
    return Panel(key, "host", title, unit, kind, lines, **more)


_OF_ONE_CORE, _OF_ALL = "100 % is one core", "100 % is all it can use"
PANELS: tuple[Panel, ...] = (
    _rate("rate", "Transactions per second", per_second=""),
    _phase("latency", "overview", "Response time"),
    _rate("loading", "Rows loaded per second", rows_per_second=""),
    Panel("cpu", "overview", "CPU of the host", "%", "cpu", _CPU, stacked=True, filled=True, top=100),
    Panel("disk", "overview", "Disk", "MB/s", "disk", (*_DISK_RATE, _WRITE_TIME), right_unit="ms"),
    _phase("latency-of", "response-times", "Response time", each=True),
    Panel("behind", "response-times", "Due, not started", "", "phase", _lines(behind="transactions"), by_source=True),
    _server(
        "statements", "Statements", "/s", inserts="inserts", updates="updates", deletes="deletes", selects="selects"
    ),
    _server(
        "rows",
        "Rows",
        "/s",
        hint="MariaDB counts rows written to partitioned tables twice",
        rows_inserted="inserted",
        rows_updated="updated",
        rows_deleted="deleted",
        rows_read="read",
    ),
    _server("threads", "Threads", "", threads_running="running", threads_connected="connected"),
    Panel(
        "hits", "server", "Buffer pool hits", "%", "server", _lines(buffer_pool_hit="hits"), from_zero=False, top=100
    ),
    _server("pool", "Buffer pool", "B", buffer_pool_data="data", buffer_pool_dirty="dirty"),
    _server("pages", "Pages", "/s", pages_flushed="flushed", pages_read="read"),
    _server("log", "Redo log", "MB/s", log_written="written"),
    _server(
        "fsyncs",
        "Writes and fsyncs",
        "/s",
        log_writes="log writes",
        log_fsyncs="log fsyncs",
        data_fsyncs="InnoDB fsyncs",
    ),
    _server("checkpoint", "Checkpoint age", "B", checkpoint_age="age"),
    _server("history", "History list length", "", history_length="length"),
    _server("locks", "Row locks", "/s", row_lock_waits="waits", deadlocks="deadlocks"),
    _server("lock-time", "Row lock wait time", "ms/s", row_lock_time="waited"),
    _server("keys", "Key blocks (MyISAM)", "/s", key_reads="read from disk", key_writes="written to disk"),
    _server("table-locks", "Table lock waits", "/s", table_locks_waited="waits"),
    _server("files", "Open files and tables", "", open_files="files", open_tables="tables"),
    _server("network", "Client traffic", "MB/s", received_mb="received", sent_mb="sent"),
    _host("cpu-host", "CPU of the host", "%", "cpu", _CPU, stacked=True, filled=True, top=100),
    _host("mysqld-cpu", "Server process, CPU", "%", "mysqld", _lines(cpu="CPU"), hint=_OF_ONE_CORE),
    _host("mysqld-memory", "Server process, memory", "B", "mysqld", _lines(resident="resident")),
    _host(
        "generator-cpu", "Load generator, CPU", "%", "generator", _lines(cpu_percent=""), hint=_OF_ALL, by_source=True
    ),
    _host("disk-rate", "Throughput", "MB/s", "disk", _DISK_RATE, each=True),
    _host("disk-requests", "Requests", "/s", "disk", _lines(writes="writes", reads="reads"), each=True),
    _host("disk-time", "I/O latency", "ms", "disk", _REQUEST_TIMES, scale="log", each=True, hint="log scale"),
    _host("disk-queue", "I/O queue length", "", "disk", _lines(queue="queue"), each=True),
    _host("tasks", "Tasks", "", "sar", _lines(run_queue="waiting to run", blocked="blocked on I/O")),
    _host("switches", "Context switches", "/s", "sar", _lines(context_switches="switches")),
    _host(
        "memory",
        "Memory",
        "B",
        "sar",
        _lines(memory_available="available", memory_cached="cache", memory_dirty="dirty"),
    ),
)
TABS: dict[str, str] = {
    "overview": "Overview",
    "response-times": "Response times",
    "server": "Server",
    "host": "Host",
    "layout": "Layout",
    "growth": "Load decay",
    "settings": "Settings",
    "log": "Log",
    "files": "Files",
}


def panels_of(tab: str) -> Iterator[Panel]:
    return (panel for panel in PANELS if panel.tab == tab)


@dataclass(frozen=True)
class OverlaidChart:
    """A chart: the sum of the ``metrics`` of one source of each run."""

    key: str
    title: str
    unit: str
    kind: str
    metrics: tuple[str, ...]
    of_stretch: Literal["mean", "highest"] = "mean"
    scale: Literal["linear", "log"] = "linear"
    top: float | None = None

    def panel(self, tab: str, hint: str) -> Panel:
        return Panel(self.key, tab, self.title, self.unit, self.kind, (), scale=self.scale, top=self.top, hint=hint)


MEASURED: tuple[OverlaidChart, ...] = (
    OverlaidChart("rate", "Transactions per second", "/s", "phase", ("per_second",)),
    OverlaidChart("loading", "Rows loaded per second", "/s", "phase", ("rows_per_second",)),
    OverlaidChart("p99", "Response time, p99", "ms", "phase", ("p99_ms",), of_stretch="highest", scale="log"),
    OverlaidChart("longest", "Longest response", "ms", "phase", ("max_ms",), of_stretch="highest", scale="log"),
    OverlaidChart("errors", "Errors", "/s", "phase", ("errors",)),
)
"""Of the phase that is compared."""
BENEATH: tuple[OverlaidChart, ...] = (
    OverlaidChart("cpu", "CPU of the host, busy", "%", "cpu", ("user", "system"), top=100),
    OverlaidChart("iowait", "CPU of the host, waiting for I/O", "%", "cpu", ("iowait",)),
    OverlaidChart("mysqld", "Server process, CPU", "%", "mysqld", ("cpu",)),
    OverlaidChart("memory", "Server process, memory", "B", "mysqld", ("resident",)),
    OverlaidChart("disk", "Disk, written and read", "MB/s", "disk", ("written_mb", "read_mb")),
    OverlaidChart("write-time", "Write latency", "ms", "disk", ("write_await",)),
    OverlaidChart("hits", "Buffer pool hits", "%", "server", ("buffer_pool_hit",)),
    OverlaidChart("flushed", "Pages flushed", "/s", "server", ("pages_flushed",)),
    OverlaidChart("log", "Redo log", "MB/s", "server", ("log_written",)),
    OverlaidChart("checkpoint", "Checkpoint age", "B", "server", ("checkpoint_age",)),
    OverlaidChart("history", "History list length", "", "server", ("history_length",)),
    OverlaidChart("row-locks", "Row lock wait time", "ms/s", "server", ("row_lock_time",)),
    OverlaidChart("keys", "Key blocks written (MyISAM)", "/s", "server", ("key_writes",)),
)
"""Of the server and the host meanwhile."""
