"""A server's own counters: SHOW GLOBAL STATUS, and how two readings of it become a second's figures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchlab import mysql
from benchlab.metrics import Metric
from benchlab.probes.probe import MB

METRICS = (
    Metric("queries", "Statements from clients", "/s", "higher"),
    Metric("inserts", "INSERT statements, triggers' included", "/s", "higher"),
    Metric("updates", "UPDATE statements", "/s", "higher"),
    Metric("deletes", "DELETE statements", "/s", "higher"),
    Metric("selects", "SELECT statements", "/s", "higher"),
    Metric("commits", "Commits in storage engines", "/s", "higher"),
    Metric("rollbacks", "Rollbacks in storage engines", "/s", "lower"),
    # MySQL counts InnoDB's rows; MariaDB those of all engines, and a partitioned table's once more for its partition:
    # docs/decisions/0018.
    Metric("rows_inserted", "Rows inserted (MariaDB counts a partitioned table's twice)", "/s", "higher"),
    Metric("rows_updated", "Rows updated (MariaDB counts a partitioned table's twice)", "/s", "higher"),
    Metric("rows_deleted", "Rows deleted (MariaDB counts a partitioned table's twice)", "/s", "higher"),
    Metric("rows_read", "Rows read", "/s", "neither"),
    Metric("buffer_pool_hit", "Buffer pool hits", "%", "higher"),
    Metric("buffer_pool_data", "Buffer pool, data", "B", "neither"),
    Metric("buffer_pool_dirty", "Buffer pool, dirty", "B", "neither"),
    Metric("buffer_pool_dirty_share", "Buffer pool, dirty pages", "%", "neither"),
    Metric("buffer_pool_waits", "Waits for a free page", "/s", "lower"),
    Metric("pages_flushed", "Pages flushed", "/s", "neither"),
    Metric("pages_read", "Pages read", "/s", "neither"),
    Metric("log_writes", "Redo log writes", "/s", "neither"),
    Metric("log_fsyncs", "Redo log fsyncs", "/s", "neither"),
    Metric("log_written", "Redo log written", "MB/s", "lower"),
    Metric("log_waits", "Waits for the log buffer", "/s", "lower"),
    Metric("data_fsyncs", "InnoDB fsyncs", "/s", "neither"),
    Metric("data_read", "InnoDB data read", "MB/s", "neither"),
    Metric("data_written", "InnoDB data written", "MB/s", "lower"),
    Metric("checkpoint_age", "Checkpoint age", "B", "lower"),
    Metric("history_length", "History list length", "", "lower"),
    Metric("row_lock_waits", "Row lock waits", "/s", "lower"),
    Metric("row_lock_time", "Row lock wait time", "ms/s", "lower"),
    Metric("row_locks_waited_for", "Row lock waiters", "", "lower"),
    Metric("deadlocks", "Deadlocks", "/s", "lower"),
    Metric("threads_running", "Threads running", "", "neither"),
    Metric("threads_connected", "Threads connected", "", "neither"),
    Metric("key_reads", "Key blocks read from disk (MyISAM)", "/s", "lower"),
    Metric("key_read_requests", "Key blocks read (MyISAM)", "/s", "neither"),
    Metric("key_writes", "Key blocks written to disk (MyISAM)", "/s", "neither"),
    Metric("key_blocks_not_flushed", "Key blocks not flushed (MyISAM)", "", "neither"),
    Metric("table_locks_waited", "Table lock waits", "/s", "lower"),
    Metric("tables_opened", "Tables opened", "/s", "lower"),
    Metric("open_tables", "Open tables", "", "neither"),
    Metric("open_files", "Open files", "", "neither"),
    Metric("tmp_disk_tables", "Temporary tables on disk", "/s", "lower"),
    Metric("sort_merge_passes", "Sort merge passes", "/s", "lower"),
    Metric("received_mb", "Received from clients", "MB/s", "neither"),
    Metric("sent_mb", "Sent to clients", "MB/s", "neither"),
)

Counters = Mapping[str, float]

RATES: dict[str, tuple[tuple[str, ...], ...]] = {
    "queries": (("Questions",),),
    "inserts": (("Com_insert", "Com_insert_select"),),
    "updates": (("Com_update", "Com_update_multi"),),
    "deletes": (("Com_delete", "Com_delete_multi"),),
    "selects": (("Com_select",),),
    "commits": (("Handler_commit",),),
    "rollbacks": (("Handler_rollback",),),
    "rows_inserted": (("Innodb_rows_inserted",), ("Handler_write",)),
    "rows_updated": (("Innodb_rows_updated",), ("Handler_update",)),
    "rows_deleted": (("Innodb_rows_deleted",), ("Handler_delete",)),
    "rows_read": (("Innodb_rows_read",), ("Rows_read",)),
    "buffer_pool_waits": (("Innodb_buffer_pool_wait_free",),),
    "pages_flushed": (("Innodb_buffer_pool_pages_flushed",),),
    "pages_read": (("Innodb_pages_read",),),
    "log_writes": (("Innodb_log_writes",),),
    "log_fsyncs": (("Innodb_os_log_fsyncs",),),
    "log_written": (("Innodb_os_log_written",),),
    "log_waits": (("Innodb_log_waits",),),
    "data_fsyncs": (("Innodb_data_fsyncs",),),
    "data_read": (("Innodb_data_read",),),
    "data_written": (("Innodb_data_written",),),
    "row_lock_waits": (("Innodb_row_lock_waits",),),
    "row_lock_time": (("Innodb_row_lock_time",),),
    "deadlocks": (("Innodb_deadlocks",), ("lock_deadlocks",)),
    "key_reads": (("Key_reads",),),
    "key_read_requests": (("Key_read_requests",),),
    "key_writes": (("Key_writes",),),
    "table_locks_waited": (("Table_locks_waited",),),
    "tables_opened": (("Opened_tables",),),
    "tmp_disk_tables": (("Created_tmp_disk_tables",),),
    "sort_merge_passes": (("Sort_merge_passes",),),
    "received_mb": (("Bytes_received",),),
    "sent_mb": (("Bytes_sent",),),
}
"""A second's growth: the sum of the first alternative that the server has whole."""
IN_MB = frozenset({"log_written", "data_read", "data_written", "received_mb", "sent_mb"})

GAUGES: dict[str, tuple[str, ...]] = {
    "buffer_pool_data": ("Innodb_buffer_pool_bytes_data",),
    "buffer_pool_dirty": ("Innodb_buffer_pool_bytes_dirty",),
    "checkpoint_age": ("Innodb_checkpoint_age", "checkpoint_age"),
    "history_length": ("Innodb_history_list_length", "trx_rseg_history_len"),
    "row_locks_waited_for": ("Innodb_row_lock_current_waits",),
    "threads_running": ("Threads_running",),
    "threads_connected": ("Threads_connected",),
    "key_blocks_not_flushed": ("Key_blocks_not_flushed",),
    "open_tables": ("Open_tables",),
    "open_files": ("Open_files",),
}
"""Values at the end of the second: the first that the server has."""

AGE = "Uptime_since_flush_status"
PAGES = ("Innodb_buffer_pool_pages_dirty", "Innodb_buffer_pool_pages_total")
POOL_READS = ("Innodb_buffer_pool_reads", "Innodb_buffer_pool_read_requests")
REDO_ENDS = ("Innodb_redo_log_current_lsn", "Innodb_redo_log_checkpoint_lsn")
"""MySQL's: their distance is the checkpoint age, for which MariaDB has a counter."""
INNODB_METRICS = ("trx_rseg_history_len", "lock_deadlocks")
"""What MySQL keeps in information_schema.INNODB_METRICS alone, for accounts with the PROCESS right."""

READ = frozenset(
    {name for alternatives in RATES.values() for names in alternatives for name in names}
    | {name for names in GAUGES.values() for name in names}
    | {AGE, *PAGES, *POOL_READS, *REDO_ENDS}
) - {*INNODB_METRICS, "checkpoint_age"}


@dataclass(frozen=True)
class Reading:
    at_s: float
    counters: Counters


def read(connection: mysql.Connection, *, innodb_metrics: bool) -> dict[str, float]:
    """All counters that the figures need and the server has. Raises ``mysql.Error``."""
    names = ", ".join(f"'{name}'" for name in sorted(READ))
    rows = mysql.rows(connection, f"SHOW GLOBAL STATUS WHERE Variable_name IN ({names})")
    if innodb_metrics:
        rows += mysql.rows(connection, _INNODB_METRICS_SQL)
    return {name: float(value) for name, value in rows}


def has_innodb_metrics(connection: mysql.Connection) -> bool:
    """Whether the server keeps counters there that it has nowhere else, and lets us read them."""
    if mysql.rows(connection, "SHOW GLOBAL STATUS LIKE 'Innodb_history_list_length'"):
        return False
    try:
        return bool(mysql.rows(connection, _INNODB_METRICS_SQL))
    except mysql.Error as error:
        if mysql.error_code(error) in mysql.LOST_CODES:
            raise
        return False


def figures(before: Reading, after: Reading) -> dict[str, float]:
    """A second's figures by metric; a counter that is not there, or was set back, has none."""
    return {**_gauges(after.counters), **_rates(before, after)}


def _gauges(counters: Counters) -> dict[str, float]:
    known = {**counters, **_checkpoint_age(counters)}
    found = {metric: _first(known, names) for metric, names in GAUGES.items()}
    if all(name in counters for name in PAGES) and counters[PAGES[1]]:
        found["buffer_pool_dirty_share"] = 100 * counters[PAGES[0]] / counters[PAGES[1]]
    return {metric: value for metric, value in found.items() if value is not None}


def _checkpoint_age(counters: Counters) -> dict[str, float]:
    current, checkpoint = (counters.get(name) for name in REDO_ENDS)
    return {} if current is None or checkpoint is None else {"checkpoint_age": current - checkpoint}


def _first(counters: Counters, names: Sequence[str]) -> float | None:
    return next((counters[name] for name in names if name in counters), None)


def _rates(before: Reading, after: Reading) -> dict[str, float]:
    elapsed_s = after.at_s - before.at_s
    # A restart, or FLUSH STATUS: a counter may even be higher than before, and mean nothing.
    if after.counters.get(AGE, 0) < before.counters.get(AGE, 0) or elapsed_s <= 0:
        return {}
    grown = {name: after.counters[name] - before.counters[name] for name in after.counters if name in before.counters}
    rates = {
        metric: growth / elapsed_s / (MB if metric in IN_MB else 1)
        for metric, alternatives in RATES.items()
        if (growth := _growth(grown, alternatives)) is not None
    }
    return {**rates, **_hit_share(grown)}


def _growth(grown: Counters, alternatives: tuple[tuple[str, ...], ...]) -> float | None:
    names = next((names for names in alternatives if all(name in grown for name in names)), ())
    if not names or any(grown[name] < 0 for name in names):
        return None
    return sum(grown[name] for name in names)


def _hit_share(grown: Counters) -> dict[str, float]:
    """Of the pages asked for, how many were there; nothing where none was asked for."""
    missed, asked = (grown.get(name, 0) for name in POOL_READS)
    return {"buffer_pool_hit": 100 * (1 - missed / asked)} if asked > 0 and 0 <= missed <= asked else {}


_INNODB_METRICS_SQL = (
    "SELECT NAME, COUNT FROM information_schema.INNODB_METRICS WHERE STATUS = 'enabled' AND NAME IN "  # noqa: S608
    f"({', '.join(repr(name) for name in INNODB_METRICS)})"
)
