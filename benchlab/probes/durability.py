"""Whether what a server has acknowledged survives a crash, with the settings and engines that decide it."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

CRASH_SAFE_ENGINES = frozenset({"InnoDB", "ROCKSDB", "TokuDB"})
IN_MEMORY = frozenset({"tmpfs", "ramfs"})
SAFE_DOUBLEWRITE = frozenset({"ON", "1", "DETECT_AND_RECOVER", "FAST"})


def judge(variables: Mapping[str, str], *, engines: Collection[str], file_system: str | None) -> dict[str, Any]:
    """The settings, a badge of "durable" or "not durable", and why.

    ``engines`` are those of the tables in question; ``file_system`` is the data's, None where it is not known.
    """
    settings = {
        "flush_log_at_trx_commit": variables.get("innodb_flush_log_at_trx_commit"),
        "sync_binlog": variables.get("sync_binlog"),
        "log_bin": variables.get("log_bin"),
        "doublewrite": variables.get("innodb_doublewrite"),
    }
    unsafe = sorted(set(engines) - CRASH_SAFE_ENGINES)
    reasons = [*_risky_settings(variables, set(engines)), *_risky_places(file_system)]
    if unsafe:
        reasons.append(f"{' and '.join(unsafe)} tables are not crash-safe")
    return {
        **settings,
        "engines": sorted(engines),
        "badge": "not durable" if reasons else "durable",
        "reason": "; ".join(reasons) or "Every acknowledged transaction is on disk",
    }


def _risky_settings(variables: Mapping[str, str], engines: set[str]) -> Iterator[str]:
    if variables.get("innodb_flush_log_at_trx_commit") != "1":
        yield f"innodb_flush_log_at_trx_commit = {variables.get('innodb_flush_log_at_trx_commit')}"
    if "ROCKSDB" in engines and variables.get("rocksdb_flush_log_at_trx_commit") != "1":
        yield f"rocksdb_flush_log_at_trx_commit = {variables.get('rocksdb_flush_log_at_trx_commit')}"
    # Recovery rolls back what is prepared in InnoDB and not found in the binary log.
    if variables.get("log_bin") == "ON" and variables.get("sync_binlog") != "1":
        yield f"sync_binlog = {variables.get('sync_binlog')} with the binary log on"
    if variables.get("innodb_doublewrite", "ON") not in SAFE_DOUBLEWRITE:
        yield f"innodb_doublewrite = {variables['innodb_doublewrite']}: a page half written in a crash is lost"
    if variables.get("innodb_flush_method") in {"nosync", "littlesync"}:
        yield f"innodb_flush_method = {variables['innodb_flush_method']}"


def _risky_places(file_system: str | None) -> Iterator[str]:
    if file_system in IN_MEMORY:
        yield f"the data lie in memory ({file_system})"
