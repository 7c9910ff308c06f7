"""Which charts a run's page has, by tab, and which metrics of which kind of source they draw."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal


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
    """One metric, a line for each source, named after it."""
    hint: str = ""


_PERCENTILES = (
    Line("p50", "p50", "ramp-1"),
    Line("p95", "p95", "ramp-2"),
    Line("p99", "p99", "ramp-3"),
    Line("max", "max", "ramp-4", dashed=True),
)
_CPU = (
    Line("user", "user", "series-1"),
    Line("system", "system", "series-2"),
    Line("iowait", "waiting for I/O", "series-6"),
    Line("steal", "stolen", "series-4"),
)
_DISK_RATE = (Line("written_mb", "written", "series-1"), Line("read_mb", "read", "series-3"))


def _server(key: str, title: str, unit: str, *lines: Line, tab: str = "server") -> Panel:
    return Panel(key, tab, title, unit, "server", lines)


PANELS: tuple[Panel, ...] = (
    Panel(
        "rate", "overview", "Transactions per second", "/s", "phase",
        (Line("transactions", "", "series-1"),), by_source=True, filled=True,
    ),
    Panel("latency", "overview", "Response time", "ms", "phase", _PERCENTILES, scale="log", hint="log scale"),
    Panel("cpu", "overview", "CPU of the host", "%", "cpu", _CPU, stacked=True, filled=True, top=100),
    Panel(
        "disk", "overview", "Disk", "MB/s", "disk",
        (*_DISK_RATE, Line("write_await", "time a write takes, ms", "series-5", right=True)), right_unit="ms",
    ),
    Panel("latency-of", "response-times", "Response time", "ms", "phase", _PERCENTILES, scale="log", each=True, hint="log scale"),
    _server(
        "statements", "Statements", "/s",
        Line("inserts", "inserts", "series-1"), Line("updates", "updates", "series-2"),
        Line("deletes", "deletes", "series-4"), Line("selects", "selects", "series-3"),
    ),
    _server(
        "rows", "Rows", "/s",
        Line("rows_inserted", "inserted", "series-1"), Line("rows_updated", "updated", "series-2"),
        Line("rows_deleted", "deleted", "series-4"), Line("rows_read", "read", "series-3"),
    ),
    _server("threads", "Threads", "", Line("threads_running", "running", "series-1"), Line("threads_connected", "connected", "series-5")),
    _server("hits", "Buffer pool hits", "%", Line("buffer_pool_hit", "hits", "series-1")),
    _server("pool", "Buffer pool", "B", Line("buffer_pool_data", "data", "series-1"), Line("buffer_pool_dirty", "dirty", "series-4")),
    _server("pages", "Pages", "/s", Line("pages_flushed", "flushed", "series-1"), Line("pages_read", "read", "series-3")),
    _server(
        "log", "Redo log", "MB/s", Line("log_written", "written", "series-1"),
    ),
    _server("fsyncs", "Writes and fsyncs", "/s", Line("log_writes", "log writes", "series-1"), Line("log_fsyncs", "log fsyncs", "series-2"), Line("data_fsyncs", "all InnoDB fsyncs", "series-3")),
    _server("checkpoint", "Checkpoint age", "B", Line("checkpoint_age", "checkpoint age", "series-1")),
    _server("history", "History list length", "", Line("history_length", "length", "series-1")),
    _server("locks", "Row lock waits", "/s", Line("row_lock_waits", "waits", "series-1"), Line("deadlocks", "deadlocks", "series-4")),
    _server("lock-time", "Time waited for row locks", "ms/s", Line("row_lock_time", "waited", "series-1")),
    _server("keys", "Key blocks (MyISAM)", "/s", Line("key_reads", "read from disk", "series-1"), Line("key_writes", "written to disk", "series-2")),
    _server("table-locks", "Table locks waited for", "/s", Line("table_locks_waited", "waits", "series-1")),
    _server("files", "Open files and tables", "", Line("open_files", "files", "series-1"), Line("open_tables", "tables", "series-3")),
    _server("network", "Between clients and server", "MB/s", Line("received_mb", "received", "series-1"), Line("sent_mb", "sent", "series-3")),
    Panel("cpu-host", "host", "CPU of the host", "%", "cpu", _CPU, stacked=True, filled=True, top=100),
    Panel("mysqld-cpu", "host", "Server process, CPU", "%", "mysqld", (Line("cpu", "CPU", "series-1"),), hint="100 % is one core"),
    Panel("mysqld-memory", "host", "Server process, memory", "B", "mysqld", (Line("resident", "resident", "series-1"),)),
    Panel("generator-cpu", "host", "Load generator, CPU", "%", "generator", (Line("cpu", "CPU", "series-1"),), hint="100 % is one core"),
    Panel("disk-rate", "host", "Disk throughput", "MB/s", "disk", _DISK_RATE, each=True),
    Panel("disk-requests", "host", "Disk requests", "/s", "disk", (Line("writes", "writes", "series-1"), Line("reads", "reads", "series-3")), each=True),
    Panel(
        "disk-time", "host", "Time a request takes", "ms", "disk",
        (Line("write_await", "write", "series-1"), Line("read_await", "read", "series-3"), Line("flush_await", "flush", "series-2")),
        scale="log", each=True, hint="log scale",
    ),
    Panel("disk-queue", "host", "Requests in the device's queue", "", "disk", (Line("queue", "queue", "series-1"),), each=True),
    Panel("run-queue", "host", "Tasks", "", "sar", (Line("run_queue", "waiting to run", "series-1"), Line("blocked", "blocked on I/O", "series-4"))),
    Panel("switches", "host", "Context switches", "/s", "sar", (Line("context_switches", "switches", "series-1"),)),
    Panel("memory", "host", "Memory", "B", "sar", (Line("memory_available", "available", "series-1"), Line("memory_cached", "page cache", "series-3"), Line("memory_dirty", "dirty", "series-4"))),
)  # fmt: skip
TABS: dict[str, str] = {
    "overview": "Overview",
    "response-times": "Response times",
    "server": "Server",
    "host": "Host",
    "layout": "Layout",
    "settings": "Settings",
    "log": "Log",
    "files": "Files",
}


def panels_of(tab: str) -> Iterator[Panel]:
    return (panel for panel in PANELS if panel.tab == tab)
