"""People, servers, benchmarks and runs as they are after real ones: for tests of pages, and for perf/."""

import math
import random
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import numpy as np
from django.utils import timezone

from benchlab.analysis.series import Series, pack
from benchlab.definitions.facts import Capability, Facts
from benchlab.definitions.plan import (
    CheckPhase,
    Condition,
    DrivePhase,
    LoadPhase,
    ParallelPhase,
    Plan,
    Published,
    QueryPhase,
    SqlPhase,
    Statement,
    Target,
    Transaction,
)
from benchlab.histogram import Histogram
from benchlab.models import (
    Benchmark,
    CheckOutcome,
    Chunk,
    LogLine,
    Phase,
    Revision,
    Role,
    Run,
    Server,
    State,
    User,
)
from benchlab.models import Histogram as StoredHistogram
from benchlab.probes.metrics import METRICS

DEFINITION = """\
name: {name}
title: {title}
parameters:
  clients:  {{type: integer, default: 10, min: 1, max: 1000, help: How many connections insert at once.}}
  duration: {{type: duration, default: 30s, min: 1s}}
  trigger:  {{type: boolean, default: true}}
tables:
  note: |
    CREATE TABLE note (id BIGINT AUTO_INCREMENT PRIMARY KEY, written DATE NOT NULL, amount DECIMAL(10,2) NOT NULL)
values:
  day:    {{date: [2026-01-01, 2026-12-31]}}
  amount: {{decimal: [0.01, 999.99]}}
phases:
  - drive:
      name: insert
      clients: "{{{{ clients }}}}"
      for: "{{{{ duration }}}}"
      transactions:
        write: ["INSERT INTO note (written, amount) VALUES (:day, :amount)"]
"""


def make_user(name: str = "ann", role: str = Role.RUNNER, password: str = "correct horse") -> User:
    return User.objects.create_user(username=name, password=password, role=role)


def make_facts(**changes: Any) -> Facts:
    known: dict[str, Any] = {
        "flavour": "MariaDB",
        "version": "10.11.19-MariaDB",
        "engines": ("InnoDB", "MyISAM", "Aria"),
        "hostname": "db1",
        "machine": "db1/abc",
        "local": True,
        "datadir": "/var/lib/mysql/",
        "binary_log": False,
        "local_infile": True,
        "max_connections": 151,
        "open_files_limit": 32768,
        "capabilities": (
            Capability("account", True),
            Capability("bulk_load", False, "local_infile is off.", "SET GLOBAL local_infile = 1;"),
        ),
    }
    return Facts(**{**known, **changes})


def make_server(name: str = "db1", **changes: Any) -> Server:
    given = {"user": "bench", "password": "very secret", "facts_json": make_facts().to_json(), **changes}
    return Server.objects.create(name=name, checked_at=timezone.now(), **given)


def make_benchmark(name: str = "notes", title: str = "Notes inserted one by one") -> Benchmark:
    benchmark = Benchmark.objects.create(slug=name, title=title)
    Revision.objects.create(benchmark=benchmark, number=1, text=DEFINITION.format(name=name, title=title))
    return benchmark


def make_plan(server: str = "db1", *, seconds: int = 60) -> Plan:
    insert = Transaction("sell", 1, (Statement("insert", "INSERT INTO `transaction` VALUES (:seller)"),))
    target = Target(server, "primary", "MariaDB", "10.11.19-MariaDB", "db1/abc", "benchlab_x_1", "benchlab_x_1")
    return Plan(
        benchmark="sell-transactions",
        revision=1,
        title="Sell transactions, partitioned by month and seller, under a summary trigger",
        study="high-load-partitioned-inserts",
        seed=42,
        parameters={"engine": "InnoDB", "layout": "month-seller", "trigger": True, "clients": 10, "flush": 0},
        servers=(target,),
        tables={"transaction": "CREATE TABLE ..."},
        values={},
        phases=(
            LoadPhase("preload", "transaction", 100_000, {}),
            SqlPhase("trigger", (Statement("create", "CREATE TRIGGER ..."),)),
            QueryPhase("best sellers", "SELECT ...", 5),
            DrivePhase("insert", 10, (insert,), duration_s=float(seconds), warmup_s=2.0),
            ParallelPhase(
                "reads under writes", (DrivePhase("writes", 10, (insert,)), QueryPhase("seller", "SELECT ..."))
            ),
            CheckPhase("acceptance", (Condition("insert", "latency_ms.max", "<", 1000),)),
        ),
        published=(
            Published(
                "InnoDB, 10 clients",
                "insert",
                "per_second",
                1400,
                "/s",
                applies=True,
                conditions="2009, over a network",
            ),
            Published("InnoDB, 1 client", "insert", "per_second", 400, "/s", applies=False),
        ),
    )


def make_run(state: str = State.FINISHED, *, seconds: int = 60, **changes: Any) -> Run:
    """A run of ``seconds`` of inserts with all that its page shows; queued ones have nothing yet."""
    server = changes.pop("server", None) or Server.objects.first() or make_server()
    benchmark = changes.pop("benchmark", None) or Benchmark.objects.first() or make_benchmark()
    run = Run.objects.create(
        benchmark=benchmark,
        revision=benchmark.latest,
        plan_json=make_plan(server.name, seconds=seconds).to_json(),
        state=state,
        **{"created_by": User.objects.first(), **_times(state, seconds), **changes},
    )
    run.servers.add(server)
    if state != State.QUEUED:
        fill(run, seconds=seconds)
    return run


def _times(state: str, seconds: int) -> dict[str, Any]:
    now = timezone.now()
    length_s = seconds + (16 if state == State.RUNNING else 34)
    begun = {"started_at": now - timedelta(seconds=length_s), "beat_at": now}
    over = {"finished_at": now, "headline": 18420.4, "settled_at": now}
    return {State.QUEUED: {}, State.RUNNING: begun}.get(State(state), {**begun, **over})


def fill(run: Run, *, seconds: int) -> None:
    """What the runner and the probes leave behind."""
    over = run.is_over
    run.snapshot = {"start": make_snapshot(), "end": make_snapshot()} if over else {"start": make_snapshot()}
    run.save(update_fields=["snapshot"])
    _add_phases(run, seconds, over=over)
    _add_series(run, seconds, over=over)
    run.layouts.create(at="end", time_s=16.0 + seconds, rows=layout_rows())
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
        "durability": {"badge": "not durable", "reason": "innodb_flush_log_at_trx_commit = 0"},
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
    rows: list[tuple[str, str, float, float, dict[str, Any]]] = [
        ("preload", "load", 0.4, 12.4, {"rows": 100_000, "per_second": 8333.3}),
        ("trigger", "sql", 12.4, 14.0, {}),
        (
            "best sellers",
            "query",
            14.0,
            16.0,
            {"rows": 310, "details": {"partitions": {"transaction": ["p4_p4sp0", "p4_p4sp3"]}}},
        ),
        (
            "insert",
            "drive",
            16.0,
            end,
            {"transactions": 18420 * seconds, "rows": 18420 * seconds, "per_second": 18420.4},
        ),
        ("reads under writes", "parallel", end, end + 18, {}),
        ("acceptance", "check", end + 18, end + 18, {}),
    ]
    for ordinal, (name, kind, started, finished, figures) in enumerate(rows if over else rows[:4]):
        done = over or name != "insert"
        result = _result(name, kind, finished - started, figures) if done else None
        phase = Phase.objects.create(
            run=run, ordinal=ordinal, name=name, kind=kind, started_s=started, result=result,
            expected_s=seconds + 2.0 if kind == "drive" else None, finished_s=finished if done else None,
        )  # fmt: skip
        if done and kind in ("drive", "query"):
            StoredHistogram.objects.create(phase=phase, counts=_latencies().to_bytes())


def _result(name: str, kind: str, seconds: float, figures: dict[str, Any]) -> dict[str, Any]:
    latency = _latencies().summary_ms() if kind in ("drive", "query") else None
    statement = {"insert": {"count": 1000, "latency_ms": latency}} if latency else {}
    errors = {"1213": 3} if kind == "drive" else {}
    known = {"name": name, "kind": kind, "seconds": seconds, "warmup_s": 2.0 if kind == "drive" else 0.0}
    return {
        **known,
        "rows": None,
        "errors": errors,
        "latency_ms": latency,
        "by_statement": statement,
        "details": {},
        **figures,
    }


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
        {"rows_per_second": 8400 + dice.normal(0, 300, len(load))},
    )
    yield "phase:insert", drive, _drive_columns(drive, dice)
    busy = np.where(whole < 12, 0.5, 1.0)
    cpu = {"user": 52 * busy + dice.normal(0, 2, len(whole)), "system": 21 * busy + dice.normal(0, 1, len(whole))}
    yield (
        "cpu",
        whole,
        {**cpu, "iowait": dice.uniform(4, 9, len(whole)), "steal": np.zeros(len(whole)), "idle": 20 * busy},
    )
    for kind, source in (("disk", "disk:vda"), ("server", "server"), ("mysqld", "mysqld")):
        names = [name for known, name in METRICS if known == kind]
        yield source, whole, {name: _wander(len(whole), dice) for name in names}


def _drive_columns(times: Any, dice: np.random.Generator) -> dict[str, Any]:
    rate = 18420 + dice.normal(0, 350, len(times))
    stall = np.exp(-((times - times.mean()) ** 2) / 2)
    rate -= 8000 * stall
    p50 = 0.48 + dice.normal(0, 0.01, len(times)) + 2 * stall
    tail = {"p95_ms": p50 * (2.4 + stall), "p99_ms": p50 * (4.6 + 3 * stall), "max_ms": p50 * (18 + 30 * stall)}
    return {"per_second": rate, "errors": np.zeros(len(times)), "p50_ms": p50, **tail}


def _wander(count: int, dice: np.random.Generator) -> Any:
    return np.abs(50 + np.cumsum(dice.normal(0, 2, count)))


def _store(run: Run, source: str, series: Series, *, apart: bool) -> None:
    """An ended run has a chunk a metric, a running one holds all of a source's metrics together."""
    parts = [(name, series.only(name)) for name in series.values] if apart else [("", series)]
    start, end = float(series.times[0]), float(series.times[-1])
    for metric, part in parts:
        Chunk.objects.create(run=run, source=source, metric=metric, start_s=start, end_s=end, packed=pack(part))


def layout_rows() -> list[dict[str, Any]]:
    dice = random.Random(5)
    shared = {"at": "end", "time_s": 76.0, "table": "transaction", "method": "RANGE / HASH", "exact": True}
    return [
        {
            **shared,
            "partition": f"p{month}",
            "subpartition": f"p{month}sp{part}",
            "expression": "month(`sell_date`); `seller` DIV 1000000",
            "description": str(month + 1),
            "rows": (rows := int(dice.uniform(3000, 6500) * (1.8 if month == 11 else 1))),
            "data_bytes": rows * 80,
            "index_bytes": rows * 16,
        }
        for month in range(1, 13)
        for part in range(10)
    ]
