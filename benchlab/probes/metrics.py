"""What the probes measure, by kind of source and name. MB are 1024 x 1024 bytes, as for iostat."""

from benchlab.metrics import Better, Metric

MB = 1024.0 * 1024.0

_Row = tuple[str, str, str, Better]

_CPU: tuple[_Row, ...] = (
    ("user", "CPU, user", "%", "neither"),
    ("system", "CPU, system", "%", "lower"),
    ("iowait", "CPU, waiting for I/O", "%", "lower"),
    ("steal", "CPU, stolen by the hypervisor", "%", "lower"),
    ("idle", "CPU, idle", "%", "neither"),
)
_DISK: tuple[_Row, ...] = (
    ("reads", "Reads", "/s", "neither"),
    ("writes", "Writes", "/s", "neither"),
    ("read_mb", "Read", "MB/s", "neither"),
    ("written_mb", "Written", "MB/s", "neither"),
    ("read_await", "Time a read takes", "ms", "lower"),
    ("write_await", "Time a write takes", "ms", "lower"),
    ("flush_await", "Time a flush takes", "ms", "lower"),
    ("queue", "Requests in the device's queue", "", "lower"),
    ("busy", "Device busy", "%", "neither"),
)
_SERVER: tuple[_Row, ...] = (
    ("queries", "Statements from clients", "/s", "higher"),
    ("inserts", "INSERT statements, triggers' included", "/s", "higher"),
    ("updates", "UPDATE statements", "/s", "higher"),
    ("deletes", "DELETE statements", "/s", "higher"),
    ("selects", "SELECT statements", "/s", "higher"),
    ("commits", "Commits in storage engines", "/s", "higher"),
    ("rollbacks", "Rollbacks in storage engines", "/s", "lower"),
    # MySQL counts InnoDB's rows; MariaDB those of all engines, and a partitioned table's once more for its partition:
    # docs/decisions/0018.
    ("rows_inserted", "Rows inserted (MariaDB counts a partitioned table's twice)", "/s", "higher"),
    ("rows_updated", "Rows updated (MariaDB counts a partitioned table's twice)", "/s", "higher"),
    ("rows_deleted", "Rows deleted (MariaDB counts a partitioned table's twice)", "/s", "higher"),
    ("rows_read", "Rows read", "/s", "neither"),
    ("buffer_pool_hit", "Buffer pool hits", "%", "higher"),
    ("buffer_pool_data", "Buffer pool, data", "B", "neither"),
    ("buffer_pool_dirty", "Buffer pool, dirty", "B", "neither"),
    ("buffer_pool_dirty_share", "Buffer pool, dirty pages", "%", "neither"),
    ("buffer_pool_waits", "Waits for a free page", "/s", "lower"),
    ("pages_flushed", "Pages flushed", "/s", "neither"),
    ("pages_read", "Pages read", "/s", "neither"),
    ("log_writes", "Redo log writes", "/s", "neither"),
    ("log_fsyncs", "Redo log fsyncs", "/s", "neither"),
    ("log_written", "Redo log written", "MB/s", "lower"),
    ("log_waits", "Waits for the log buffer", "/s", "lower"),
    ("data_fsyncs", "InnoDB fsyncs", "/s", "neither"),
    ("data_read", "InnoDB data read", "MB/s", "neither"),
    ("data_written", "InnoDB data written", "MB/s", "lower"),
    ("checkpoint_age", "Checkpoint age", "B", "lower"),
    ("history_length", "History list length", "", "lower"),
    ("row_lock_waits", "Row lock waits", "/s", "lower"),
    ("row_lock_time", "Time waited for row locks", "ms/s", "lower"),
    ("row_locks_waited_for", "Row locks waited for", "", "lower"),
    ("deadlocks", "Deadlocks", "/s", "lower"),
    ("threads_running", "Threads running", "", "neither"),
    ("threads_connected", "Threads connected", "", "neither"),
    ("key_reads", "Key blocks read from disk (MyISAM)", "/s", "lower"),
    ("key_read_requests", "Key blocks read (MyISAM)", "/s", "neither"),
    ("key_writes", "Key blocks written to disk (MyISAM)", "/s", "neither"),
    ("key_blocks_not_flushed", "Key blocks not flushed (MyISAM)", "", "neither"),
    ("table_locks_waited", "Table locks waited for", "/s", "lower"),
    ("tables_opened", "Tables opened", "/s", "lower"),
    ("open_tables", "Open tables", "", "neither"),
    ("open_files", "Open files", "", "neither"),
    ("tmp_disk_tables", "Temporary tables on disk", "/s", "lower"),
    ("sort_merge_passes", "Sort merge passes", "/s", "lower"),
    ("received_mb", "Received from clients", "MB/s", "neither"),
    ("sent_mb", "Sent to clients", "MB/s", "neither"),
)
_MYSQLD: tuple[_Row, ...] = (
    ("cpu", "Server process, CPU (100 % is one core)", "%", "neither"),
    ("resident", "Server process, resident memory", "B", "neither"),
    ("threads", "Server process, threads", "", "neither"),
    ("process_read", "Server process, read from devices", "MB/s", "neither"),
    ("process_written", "Server process, written to devices", "MB/s", "neither"),
)
_SAR: tuple[_Row, ...] = (
    *_CPU,
    ("forks", "Processes made", "/s", "neither"),
    ("context_switches", "Context switches", "/s", "lower"),
    ("memory_free", "Memory free", "B", "neither"),
    ("memory_available", "Memory available", "B", "higher"),
    ("memory_used", "Memory used", "%", "neither"),
    ("memory_cached", "Page cache", "B", "neither"),
    ("memory_dirty", "Dirty page cache", "B", "neither"),
    ("run_queue", "Tasks waiting to run", "", "lower"),
    ("blocked", "Tasks blocked on I/O", "", "lower"),
    ("load_1", "Load average, 1 minute", "", "lower"),
    ("transfers", "Transfers", "/s", "neither"),
    ("disk_read", "Read", "MB/s", "neither"),
    ("disk_written", "Written", "MB/s", "neither"),
    ("await", "Time a transfer takes", "ms", "lower"),
    ("queue", "Requests in the device's queue", "", "lower"),
    ("busy", "Device busy", "%", "neither"),
    ("packets_received", "Packets received", "/s", "neither"),
    ("packets_sent", "Packets sent", "/s", "neither"),
    ("received", "Received", "MB/s", "neither"),
    ("sent", "Sent", "MB/s", "neither"),
)

METRICS: dict[tuple[str, str], Metric] = {
    (kind, row[0]): Metric(*row)
    for kind, rows in (("cpu", _CPU), ("disk", _DISK), ("server", _SERVER), ("mysqld", _MYSQLD), ("sar", _SAR))
    for row in rows
}
"""By ``(metrics.kind_of(source), name)``."""
