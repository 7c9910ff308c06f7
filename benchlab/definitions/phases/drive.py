"""The drive phase: clients that repeat weighted transactions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from benchlab.definitions.language.node_readers import DefinitionSection, at_least, one_of, positive, scalar
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext
from benchlab.definitions.phases.statements import Statement, Transaction
from benchlab.definitions.values import units

_HELP = KindHelp(
    "Clients that repeat weighted transactions.",
    {
        "": {
            "clients": "How many connections.",
            "transactions": "What they repeat, by name; one statement, several, or with a weight.",
            "for": "How long: 30s, after the warm-up.",
            "count": "How many transactions in all, instead of a time.",
            "warmup": "Time before that, shown and not counted.",
            "rate": "Transactions per second of all clients together: 2000/s.",
            "arrival": "How the transactions of a rate are spread.",
            "pace": "Transactions per second of each client.",
            "think": "Pause of a client after each transaction.",
            "retries": "How often one is tried again after a deadlock or a lock wait timeout.",
            "prepared": "true prepares each statement once on each connection.",
        },
        "arrival": {"fixed": "Evenly.", "poisson": "At random, as independent people come."},
        "transactions.*": {
            "weight": "How often it is chosen, compared with the others.",
            "statements": "SQL with :values; more than one are wrapped in BEGIN and COMMIT.",
        },
    },
    ('{"?": 1, arrival: "?", prepared: "?", transactions: {any_transaction: {"?": 1, statements: ["SELECT 1"]}}}',),
)


@dataclass(frozen=True)
class DrivePhase(PlannedPhase):
    """Clients that repeat weighted transactions, for a time or until ``count`` transactions are done.

    Closed loop unless ``rate_per_s`` (open loop, all clients together) or ``pace_per_s`` (each client) is set.
    """

    kind = "drive"
    help = _HELP
    may_be_parallel = True
    has_rate = True

    clients: int
    transactions: tuple[Transaction, ...]
    duration_s: float | None = None
    count: int | None = None
    warmup_s: float = 0.0
    rate_per_s: float | None = None
    arrival: Literal["fixed", "poisson"] = "fixed"
    pace_per_s: float | None = None
    think_s: float = 0.0
    retries: int = 0
    """How often a transaction that ended in a deadlock or a lock wait timeout is tried again."""
    prepared: bool = False
    """Whether statements are prepared once on each connection and their values sent apart, in the binary protocol."""

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        drive = cls(
            name,
            clients=section.get("clients", positive(units.parse_count)),
            transactions=section.get("transactions", context.statements.transactions),
            duration_s=section.get("for", positive(units.parse_duration), default=None),
            count=section.get("count", positive(units.parse_count), default=None),
            warmup_s=section.get("warmup", scalar(units.parse_duration), default=0.0),
            rate_per_s=section.get("rate", positive(units.parse_rate), default=None),
            arrival=section.get("arrival", one_of(("fixed", "poisson")), default="fixed"),  # type: ignore[arg-type]
            pace_per_s=section.get("pace", positive(units.parse_rate), default=None),
            think_s=section.get("think", scalar(units.parse_duration), default=0.0),
            retries=section.get("retries", at_least(units.parse_count, 0), default=0),
            prepared=section.get("prepared", scalar(units.parse_boolean), default=False),
        )
        if section.has("for") and section.has("count"):
            sentence = "A drive ends after a time (“for”) or a number of transactions (“count”), not both."
            section.refuse("count", sentence)
        if not (section.has("for") or section.has("count") or context.inside_parallel):
            section.refuse("for", "Say when the drive ends: “for: 30s” or “count: 100k”.")
        if drive.rate_per_s and drive.pace_per_s:
            section.refuse("pace", "A drive has a “rate” of all its clients together or a “pace” of each, not both.")
        return drive

    @property
    def summary(self) -> str:
        clients = f"{self.clients:,} client{'s' if self.clients != 1 else ''}"
        if self.rate_per_s:
            return f"{clients} at {self.rate_per_s:,g} transactions/s"
        if self.pace_per_s:
            return f"{clients}, each at {self.pace_per_s:,g} transactions/s"
        return f"{clients} as fast as {'they' if self.clients != 1 else 'it'} can"

    @property
    def is_paced(self) -> bool:
        return bool(self.total_rate_per_s)

    @property
    def total_rate_per_s(self) -> float:
        """Of all clients together; 0 for a closed loop."""
        return self.rate_per_s or (self.pace_per_s or 0.0) * self.clients

    @property
    def expected_s(self) -> float | None:
        return None if self.duration_s is None else self.warmup_s + self.duration_s

    @property
    def has_end(self) -> bool:
        return self.duration_s is not None or self.count is not None

    @property
    def connections(self) -> int:
        return self.clients

    @property
    def statements_to_try(self) -> Sequence[str]:
        return [each.sql for transaction in self.transactions for each in transaction.statements]

    @classmethod
    def from_fields(cls, stored: dict[str, Any]) -> Self:
        transactions = tuple(
            Transaction(each["name"], each["weight"], Statement.from_list(each["statements"]))
            for each in stored["transactions"]
        )
        return cls(**{**stored, "transactions": transactions})
