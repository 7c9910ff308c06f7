"""What a run leaves behind, as the runner and the probes write it: phases, series, latencies, layouts, log."""

import math
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchlab.analysis.runs.series import Series, pack
from benchlab.histogram import Histogram
from benchlab.models import CheckOutcome, Chunk, LogLine, Phase, Run, StoredHistogram
from benchlab.models.runs import SNAPSHOT_FIELDS
from benchlab.probes import METRICS


def fill(run: Run, *, seconds: int) -> None:
    """What the runner and the probes leave behind."""
    over = run.is_over
    for moment in ("start", "end")[: 2 if over else 1]:
        run.keep_snapshot(moment, make_snapshot())
    run.save(update_fields=SNAPSHOT_FIELDS)
    _add_phases(run, seconds, over=over)
    _add_series(run, seconds, over=over)
    for at, time_s, share in (("start", 0.5, 0.0), ("during", 12.45, 0.2), ("end", 16.0 + seconds, 1.0)):
        run.layouts.create(at=at, time_s=time_s, rows=layout_rows(share))
    LogLine.objects.create(run=run, at_s=0.1, message="The schema benchlab_x_1 was made.")
    LogLine.objects.create(run=run, at_s=9.0, severity="warning", phase="preload", message="3 rows were skipped.")
    if over:
        limit = {"value": 231.0, "limit": "< 1000"}
        CheckOutcome.objects.create(run=run, name="insert latency_ms.max", passed=True, **limit)


def make_snapshot() -> dict[str, Any]:
    changed = {
        "innodb_buffer_pool_size": {"default": "134217728", "value": "2147483648"},
        "innodb_flush_log_at_trx_commit": {"default": "1", "value": "0"},
        "innodb_log_file_size": {"default": "100663296", "value": "1073741824"},
        "max_connections": {"default": "151", "value": "500"},
    }
    variables = {f"some_variable_{number}": str(number) for number in range(600)}
    return {
        "version": "10.11.19-MariaDB",
        "variables": {**variables, **{name: each["value"] for name, each in changed.items()}},
        "changed": changed,
        "durability": {"badge": "loses up to 1 s on crash", "reason": "innodb_flush_log_at_trx_commit = 0: unsafe."},
        "host": {
            "hostname": "db1",
            "cpu_model": "EPYC 7763",
            "cores": 8,
            "memory_bytes": 64 * 1024**3,
            "governor": None,
        },
        "storage": {"file_system": "ext4", "device": "vda", "fdatasync_ms": {"median": 0.09, "max": 0.4, "writes": 50}},
        "unknown": {"host.governor": "The kernel shows no cpufreq here."},
    }


STEADINESS = {"longest_stall_s": 0.231, "worst_second": {"at_s": 46, "per_second": 10417}, "variation": 0.083}


def _add_phases(run: Run, seconds: int, *, over: bool) -> None:
    end = 16.0 + seconds
    started = [0.0, 0.4, 12.4, 14.0, 16.0, end, end + 18, end + 18]
    for ordinal, (name, (kind, figures)) in enumerate(_phases(seconds).items()):
        if over or ordinal < 5:
            ended = over or name != "insert"
            _add_phase(run, ordinal, name, kind, figures, started[ordinal : ordinal + 2], ended=ended)


def _phases(seconds: int) -> dict[str, tuple[str, dict[str, Any]]]:
    touched = {"partitions": {"transaction": ["p4_p4sp0", "p4_p4sp3"]}}
    inserted = {"transactions": 18420 * seconds, "rows": 18420 * seconds, "per_second": 18420.4}
    return {
        "create tables": ("sql", {}),
        "preload": ("load", {"rows": 100_000, "per_second": 8333.3}),
        "trigger": ("sql", {}),
        "best sellers": ("query", {"rows": 310, "details": touched}),
        "insert": ("drive", {**inserted, "details": STEADINESS, "errors": {"1213": 3}}),
        "reads under writes": ("parallel", {}),
        "acceptance": ("check", {}),
    }


def _add_phase(
    run: Run, ordinal: int, name: str, kind: str, figures: dict[str, Any], stretch: list[float], *, ended: bool
) -> None:
    started_s, finished_s = stretch
    expected_s = finished_s - started_s if kind == "drive" else None
    phase = Phase(run=run, ordinal=ordinal, name=name, kind=kind, started_s=started_s, expected_s=expected_s)
    if ended:
        phase.finished_s, phase.result = finished_s, _result(name, kind, stretch, figures)
    phase.save()
    if ended and kind in ("drive", "query"):
        StoredHistogram.objects.create(phase=phase, counts=_latencies().to_bytes())


def _result(name: str, kind: str, stretch: list[float], figures: dict[str, Any]) -> dict[str, Any]:
    started_s, finished_s = stretch
    latency = _latencies().summary_ms() if kind in ("drive", "query") else None
    times = {"started_s": started_s, "seconds": finished_s - started_s, "warmup_s": 2.0 if kind == "drive" else 0.0}
    known = {"name": name, "kind": kind, **times}
    unknown = {"rows": None, "transactions": None, "per_second": None, "errors": {}, "details": {}}
    statements = {"insert": {"count": 1000, "latency_ms": latency}} if latency else {}
    return {**known, **unknown, "latency_ms": latency, "by_statement": statements, **figures}


def _latencies() -> Histogram:
    dice = random.Random(7)
    return Histogram.of(int(dice.lognormvariate(math.log(480_000), 0.5)) for _ in range(5000))


def _add_series(run: Run, seconds: int, *, over: bool) -> None:
    dice = np.random.default_rng(3)
    for source, times, columns in _sources(seconds, dice, end=seconds + (34 if over else 16)):
        _store(run, source, Series(times, columns), apart=over)


def _sources(seconds: int, dice: np.random.Generator, *, end: int) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    load, drive = np.arange(1.4, 12.4), np.arange(17.0, 16.0 + seconds)
    whole = np.arange(1.0, end)
    yield (
        "phase:preload",
        load,
        {"rows_per_second": 8400 + dice.normal(0, 300, len(load)), "rows_so_far": 9090 * np.arange(1, len(load) + 1)},
    )
    yield "phase:insert", drive, _drive_columns(drive, dice)
    busy = np.where(whole < 12, 0.5, 1.0)
    cpu = {"user": 52 * busy + dice.normal(0, 2, len(whole)), "system": 21 * busy + dice.normal(0, 1, len(whole))}
    yield (
        "cpu",
        whole,
        {**cpu, "iowait": dice.uniform(4, 9, len(whole)), "steal": np.zeros(len(whole)), "idle": 20 * busy},
    )
    yield "disk:vda", whole, _disk_columns(busy, dice)
    for source in ("server", "mysqld"):
        names = [name for known, name in METRICS if known == source]
        yield source, whole, {name: _wander(len(whole), dice) for name in names}


def _disk_columns(busy: Any, dice: np.random.Generator) -> dict[str, Any]:
    """Writes follow the load, and the device answers slowly where they are many."""
    written = np.abs(68 * busy + dice.normal(0, 3, len(busy)))
    reads = np.abs(dice.normal(1, 0.4, len(busy)))
    queue = np.abs(1.4 * busy + dice.normal(0, 0.1, len(busy)))
    rates = {"written_mb": written, "read_mb": reads, "writes": 40 * written, "reads": 12 * reads, "queue": queue}
    return {**rates, "write_await": 0.3 + written / 300, "read_await": 0.2 + reads / 20, "busy": 60 * busy}


def _drive_columns(times: Any, dice: np.random.Generator) -> dict[str, Any]:
    rate = 18420 + dice.normal(0, 350, len(times))
    stall = np.exp(-((times - times.mean()) ** 2) / 2)
    rate -= 8000 * stall
    p50 = 0.48 + dice.normal(0, 0.01, len(times)) + 2 * stall
    tail = {"p95_ms": p50 * (2.4 + stall), "p99_ms": p50 * (4.6 + 3 * stall), "max_ms": p50 * (18 + 30 * stall)}
    return {"per_second": rate, "rows_so_far": np.cumsum(rate), "errors": np.zeros(len(times)), "p50_ms": p50, **tail}


def _wander(count: int, dice: np.random.Generator) -> Any:
    return np.abs(50 + np.cumsum(dice.normal(0, 2, count)))


def _store(run: Run, source: str, series: Series, *, apart: bool) -> None:
    """An ended run has a chunk a metric, a running one holds all of a source's metrics together."""
    parts = [(name, series.only(name)) for name in series.values] if apart else [("", series)]
    start, end = float(series.times[0]), float(series.times[-1])
    for metric, part in parts:
        Chunk.objects.create(run=run, source=source, metric=metric, start_s=start, end_s=end, packed=pack(part))


def layout_rows(share: float = 1.0) -> list[dict[str, Any]]:
    """As it is at the end, or when a share of the rows was written."""
    dice = random.Random(5)
    shared = {"at": "end", "time_s": 76.0, "table": "transaction", "method": "RANGE / HASH", "exact": True}
    return [
        {
            **shared,
            "partition": f"p{month}",
            "subpartition": f"p{month}sp{part}",
            "expression": "month(`sell_date`); `seller` DIV 1000000",
            "description": str(month + 1),
            "rows": (rows := int(share * dice.uniform(3000, 6500) * (1.8 if month == 11 else 1))),
            "data_bytes": rows * 80,
            "index_bytes": rows * 16,
        }
        for month in range(1, 13)
        for part in range(10)
    ]
