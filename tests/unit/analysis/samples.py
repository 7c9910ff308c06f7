"""Runs as a comparison knows them, without a database."""

from dataclasses import replace
from typing import Any

from benchlab.analysis.comparisons.sides import Member, Side, side_of
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.plan.plan import Plan, Target

TARGET = Target("db1", "primary", "MariaDB", "10.11.19-MariaDB", "db1/abc", "benchlab_x_1", "benchlab_x_1")
DURABLE = {
    "flush_log_at_trx_commit": "1",
    "sync_binlog": "0",
    "log_bin": "OFF",
    "doublewrite": "ON",
    "engines": ["InnoDB"],
}
PLAN = Plan(
    benchmark="notes",
    revision=1,
    title="Notes",
    study="",
    seed=1,
    parameters={"clients": 10, "engine": "InnoDB"},
    servers=(TARGET,),
    tables={},
    values={},
    phases=(
        LoadPhase("preload", "note", 1000, {}),
        DrivePhase("insert", 10, (), duration_s=60.0),
        QueryPhase("count", "SELECT ..."),
    ),
)


def result(name: str, kind: str, **figures: Any) -> dict[str, Any]:
    blank = {"rows": None, "transactions": None, "statements": None, "per_second": None, "latency_ms": None}
    times = {"started_s": 10.0, "seconds": 60.0, "warmup_s": 0.0}
    known = {"name": name, "kind": kind, **times, "errors": {}, "by_statement": {}, "details": {}}
    return {**known, **blank, **figures}


def phases(per_second: float = 1000.0, *, rows: int = 1000, **details: Any) -> dict[str, dict[str, Any]]:
    latency = {"p50": 10_000 / per_second, "p99": 50_000 / per_second, "max": 900.0}
    return {
        "preload": result("preload", "load", rows=rows, per_second=rows / 2),
        "insert": result("insert", "drive", transactions=60 * per_second, per_second=per_second, latency_ms=latency),
        "count": result("count", "query", statements=5, latency_ms={"p50": 3.0, "max": 4.0}, details=details),
    }


def member(run: int = 1, per_second: float = 1000.0, *, parameters: Any = None, **changes: Any) -> Member:
    plan = changes.pop("plan", PLAN)
    plan = replace(plan, parameters={**plan.parameters, **(parameters or {})})
    given = {"revision": 1, "phases": phases(per_second), "durability": DURABLE, **changes}
    return Member(run=run, plan=plan, **given)


def side(*per_second: float, first: int = 1, **changes: Any) -> Side:
    """A run for each of these throughputs."""
    return side_of([member(first + at, rate, **changes) for at, rate in enumerate(per_second)])
