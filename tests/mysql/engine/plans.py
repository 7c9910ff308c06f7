"""Small plans, and what came of executing them."""

import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchlab import mysql
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.values import generator_arguments
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.engine import Access, Owner, Patience, RunClock, execute
from benchlab.engine.events import CheckResult, Event, PhaseFinished, RunProblem, Second
from benchlab.engine.places import workspace
from benchlab.engine.places.server_restart import Restart

SALES = {"sale": "CREATE TABLE sale (id BIGINT PRIMARY KEY, seller INT NOT NULL, amount DECIMAL(9,2) NOT NULL)"}
VALUES: dict[str, GeneratorSpec] = {
    "id": generator_arguments.check("sequence", {"start": 1}),
    "seller": generator_arguments.check("integer", [1, 9_999_999]),
    "amount": generator_arguments.check("decimal", [0.01, 999.99]),
    "known": generator_arguments.check("integer", [1, 1_000]),
}
INSERT = "INSERT INTO sale VALUES (:id, :seller, :amount)"
SELECT = "SELECT amount FROM sale WHERE id = :known"
COLUMNS = {"id": "id", "seller": "seller", "amount": "amount"}


def one(sql: str, name: str = "insert", weight: float = 1) -> Transaction:
    return Transaction(name, weight, (Statement(name, sql),))


def drive(*transactions: Transaction, name: str = "insert", clients: int = 4, **settings: Any) -> DrivePhase:
    if not {"duration_s", "count"} & settings.keys():
        settings["duration_s"] = 2.0
    return DrivePhase(name=name, clients=clients, transactions=transactions or (one(INSERT),), **settings)


def load(rows: int, **settings: Any) -> LoadPhase:
    return LoadPhase(**{"name": "preload", "table": "sale", "rows": rows, "columns": COLUMNS, **settings})


def target(flavour: str = "MariaDB") -> Target:
    name = f"benchlab_t{secrets.token_hex(4)}_7"
    return Target("tested", "primary", flavour, "10.11.19", "here", schema=name, account=name)


def plan(*phases: PlannedPhase, tables: dict[str, str] | None = None, flavour: str = "MariaDB", seed: int = 11) -> Plan:
    return Plan(
        benchmark="tested",
        revision=1,
        title="",
        study="",
        seed=seed,
        parameters={},
        servers=(target(flavour),),
        tables=SALES if tables is None else tables,
        values=VALUES,
        phases=phases,
    )


@dataclass
class Outcome:
    plan: Plan
    events: list[Event]

    @property
    def phases(self) -> dict[str, dict[str, Any]]:
        return {event.name: event.result for event in self.events if isinstance(event, PhaseFinished)}

    @property
    def problems(self) -> list[RunProblem]:
        return [event for event in self.events if isinstance(event, RunProblem)]

    @property
    def error(self) -> RunProblem | None:
        last = self.events[-1]
        return last if isinstance(last, RunProblem) and last.severity == "error" else None

    @property
    def checks(self) -> list[CheckResult]:
        return [event for event in self.events if isinstance(event, CheckResult)]

    def seconds(self, source: str) -> list[Second]:
        return [event for event in self.events if isinstance(event, Second) and event.sample.source == source]


class Runs:
    """Executes plans on a server and drops what they left."""

    def __init__(
        self,
        address: mysql.Address,
        flavour: str = "MariaDB",
        *,
        restart: Restart | None = None,
        patience: Patience | None = None,
    ) -> None:
        self.address = address
        self.restart = restart
        self.patience = patience or Patience()
        self.flavour = flavour
        self._schemas: list[str] = []

    def events(self, plan: Plan, stop: threading.Event | None = None, *, files: Path | None = None) -> Iterator[Event]:
        """``files``: the folder that loads may read."""
        self._schemas.append(plan.servers[0].schema)
        access, owner = Access(self.address, self.restart, files, self.patience), Owner("tests", 7)
        return execute(plan, access, owner=owner, clock=RunClock.start(), stop=stop or threading.Event())

    def carry_out(
        self, *phases: PlannedPhase, on_event: Callable[[Event], None] | None = None, **of_plan: Any
    ) -> Outcome:
        made = plan(*phases, flavour=self.flavour, **of_plan)
        told = []
        for event in self.events(made):
            told.append(event)
            if on_event:
                on_event(event)
        return Outcome(made, told)

    def rows(self, outcome: Outcome, sql: str) -> list[tuple[Any, ...]]:
        with mysql.connected(self.address, database=outcome.plan.servers[0].schema) as connection:
            return mysql.rows(connection, sql)

    def value(self, outcome: Outcome, sql: str) -> Any:
        return self.rows(outcome, sql)[0][0]

    def clean_up(self) -> None:
        with mysql.connected(self.address) as admin:
            for schema in self._schemas:
                workspace.drop_schema(admin, schema, "tests")
