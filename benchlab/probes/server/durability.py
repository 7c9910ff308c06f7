"""Whether what a server has acknowledged survives a crash, with the settings and engines that decide it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

CRASH_SAFE_ENGINES = frozenset({"innodb", "rocksdb", "tokudb"})
IN_MEMORY = frozenset({"tmpfs", "ramfs"})
FLUSHED_AT_COMMIT = frozenset({"1", "3"})
"""MariaDB's 3 flushes as 1 does, and once more."""
SAFE_DOUBLEWRITE = frozenset({"ON", "1", "DETECT_AND_RECOVER", "FAST"})


DURABLE, NOT_CRASH_SAFE = "durable", "not crash-safe"
LOSES_COMMITS = "loses commits on crash"
WORST_FIRST = (NOT_CRASH_SAFE, LOSES_COMMITS, "loses up to", DURABLE)
"""What a badge says, or begins with."""
_ENGINE = re.compile(r"\bENGINE\s*=\s*[`'\"]?(\w+)", re.IGNORECASE)


@dataclass(frozen=True)
class Risk:
    """What a crash may cost, and why."""

    badge: str
    reason: str


def judge(
    variables: Mapping[str, str],
    *,
    engines: Collection[str],
    file_system: str | None,
    fdatasync_ms: float | None = None,
) -> dict[str, Any]:
    """The settings, a badge of "durable" or of what a crash costs at worst, and why.

    ``engines`` are those of the tables in question; ``file_system`` is the data's, and ``fdatasync_ms`` how long its
    device takes to make a write safe, None where they are not known.
    """
    risks = [*_risky_engines(engines), *_risky_places(variables, file_system), *_risky_settings(variables, engines)]
    device = "" if fdatasync_ms is None else f" Its device makes a write safe in {fdatasync_ms:.2g} ms."
    reasons = "; ".join(risk.reason for risk in risks) or "Every acknowledged transaction is on disk"
    return {
        "flush_log_at_trx_commit": variables.get("innodb_flush_log_at_trx_commit"),
        "sync_binlog": variables.get("sync_binlog"),
        "log_bin": variables.get("log_bin"),
        "doublewrite": variables.get("innodb_doublewrite"),
        "engines": sorted(engines),
        "badge": worst(risk.badge for risk in risks),
        "reason": f"{reasons}.{device}",
    }


def worst(badges: Iterable[str]) -> str:
    """Of several; that of none is durable."""
    return min(badges, key=lambda badge: [badge.startswith(each) for each in WORST_FIRST].index(True), default=DURABLE)


def engines_of(definitions: Iterable[str]) -> set[str]:
    """Those that CREATE TABLE statements name."""
    return {engine for text in definitions for engine in _ENGINE.findall(text)}


def _risky_engines(engines: Collection[str]) -> Iterator[Risk]:
    unsafe = sorted(each for each in set(engines) if each.casefold() not in CRASH_SAFE_ENGINES)
    if unsafe:
        yield Risk(NOT_CRASH_SAFE, f"{' and '.join(unsafe)} tables have no transactions, and may be damaged in a crash")


def _risky_places(variables: Mapping[str, str], file_system: str | None) -> Iterator[Risk]:
    if file_system in IN_MEMORY:
        yield Risk(NOT_CRASH_SAFE, f"the data lie in memory ({file_system})")
    if (method := variables.get("innodb_flush_method")) in {"nosync", "littlesync"}:
        yield Risk(NOT_CRASH_SAFE, f"innodb_flush_method = {method}: what is written may never reach the disk")
    if (doublewrite := variables.get("innodb_doublewrite", "ON")) not in SAFE_DOUBLEWRITE:
        yield Risk(NOT_CRASH_SAFE, f"innodb_doublewrite = {doublewrite}: a page half written in a crash is lost")


def _risky_settings(variables: Mapping[str, str], engines: Collection[str]) -> Iterator[Risk]:
    flush = variables.get("innodb_flush_log_at_trx_commit")
    if flush not in FLUSHED_AT_COMMIT:
        every_s = variables.get("innodb_flush_log_at_timeout") or "1"
        reason = f"innodb_flush_log_at_trx_commit = {flush}: commits reach the disk once in {every_s} s"
        yield Risk(f"loses up to {every_s} s on crash", reason)
    rocks = variables.get("rocksdb_flush_log_at_trx_commit")
    if "rocksdb" in {each.casefold() for each in engines} and rocks != "1":
        yield Risk("loses up to 1 s on crash", f"rocksdb_flush_log_at_trx_commit = {rocks}")
    # Recovery rolls back what is prepared in InnoDB and not found in the binary log.
    if variables.get("log_bin") == "ON" and variables.get("sync_binlog") != "1":
        reason = f"sync_binlog = {variables.get('sync_binlog')} with the binary log on: its end may be missing"
        yield Risk(LOSES_COMMITS, reason)
