"""People, servers, benchmarks and runs as they are after real ones: for tests of pages, and for perf/."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from benchlab.definitions.phases.check import CheckPhase, Condition
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.published_figures import Published
from benchlab.definitions.plan.server_facts import Capability, Facts
from benchlab.models import Benchmark, Revision, Role, Run, Server, State, User
from benchlab.models.results import result_document
from tests.run_records import fill

DEFINITION = """\
name: {name}
title: {title}
parameters:
  clients:  {{type: integer, default: 10, min: 1, max: 1000, sweep: true, help: How many connections insert at once.}}
  duration: {{type: duration, default: 30s, min: 1s}}
  trigger:  {{type: boolean, default: true, sweep: true}}
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


def rename_clients(benchmark: Benchmark) -> None:
    """A newest revision whose parameter has another name."""
    renamed = benchmark.latest.text.replace("  clients:  {type", "  sessions:  {type")
    benchmark.store(renamed.replace("{{ clients }}", "{{ sessions }}"), by=None)


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
    plan = {"plan_json": make_plan(server.name, seconds=seconds).to_json()}
    run = Run.objects.create(
        benchmark=benchmark,
        revision=benchmark.latest,
        state=state,
        **{**plan, "created_by": User.objects.first(), **_times(state, seconds), **changes},
    )
    run.servers.add(server)
    if state != State.QUEUED:
        fill(run, seconds=seconds)
    return run


def make_imported(**changes: Any) -> Run:
    """A run of another installation, whose server is not known here."""
    run = make_run(State.FINISHED, server=make_server("theirs"), seconds=3, **changes)
    run.imported_result = result_document.document(run)
    run.save(update_fields=["imported_result"])
    run.servers.get().delete()
    return run


def _times(state: str, seconds: int) -> dict[str, Any]:
    now = timezone.now()
    length_s = seconds + (16 if state == State.RUNNING else 34)
    begun = {"started_at": now - timedelta(seconds=length_s), "beat_at": now}
    over = {"finished_at": now, "headline": 18420.4, "cleaned_up_at": now}
    return {State.QUEUED: {}, State.RUNNING: begun}.get(State(state), {**begun, **over})
