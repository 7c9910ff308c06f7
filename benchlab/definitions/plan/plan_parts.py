"""What a plan is made of: the phases that a definition's become, and the generators of their values. Frozen."""

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal, Self, get_args


@dataclass(frozen=True)
class Statement:
    """SQL with ``:name`` where a generated value goes; ``name`` is what its figures are filed under."""

    name: str
    sql: str


@dataclass(frozen=True)
class Transaction:
    """What a client repeats. More than one statement is wrapped in BEGIN and COMMIT."""

    name: str
    weight: float
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class SqlPhase:
    """Statements in order, each timed."""

    kind: ClassVar[str] = "sql"
    name: str
    statements: tuple[Statement, ...]
    after_s: float = 0.0
    """How long after the phase began the first statement is; for an action within a parallel."""
    every_s: float = 0.0
    """The least time from one statement's start to the next."""
    session: dict[str, str] = field(default_factory=dict)
    """Session variables of its connection."""
    may_fail: tuple[int, ...] = ()
    """Error codes that a statement may end in: a result like any other, and the next one follows."""


@dataclass(frozen=True)
class FileSource:
    """A file of lines, a row each, in the folder that the installation keeps for them; of fields by delimiter or width.

    ``enclosed`` and ``escaped`` are empty where nothing is.
    """

    path: str
    delimiter: str = ","
    enclosed: str = ""
    escaped: str = ""
    widths: tuple[int, ...] = ()
    """In bytes, of every field; empty where a delimiter parts them."""
    header: int = 0
    """How many lines come before the first row."""

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "widths": tuple(stored["widths"])})


@dataclass(frozen=True)
class LoadPhase:
    """Rows in bulk: ``columns`` maps each column of the table that is filled to the value that fills it.

    With a ``file`` they are its fields in order, and ``rows`` is 0.
    """

    kind: ClassVar[str] = "load"
    name: str
    table: str
    rows: int
    columns: dict[str, str]
    streams: int = 1
    method: Literal["load data", "insert"] = "load data"
    batch_rows: int = 1000
    """Rows a statement, for the method "insert"."""
    statement_rows: int = 50_000
    """Rows a LOAD DATA statement; 0 puts all of a stream into one."""
    file: FileSource | None = None
    on_error: Literal["stop", "skip"] = "stop"
    """Whether a row that the table can not take as it is ends the load, or is counted and left out."""
    session: dict[str, str] = field(default_factory=dict)
    """Session variables of the connections that load."""
    flushed: bool = False
    """Whether the load's second end is measured too: when what it wrote is on the disk."""


@dataclass(frozen=True)
class DrivePhase:
    """Clients that repeat weighted transactions, for a time or until ``count`` transactions are done.

    Closed loop unless ``rate_per_s`` (open loop, all clients together) or ``pace_per_s`` (each client) is set.
    """

    kind: ClassVar[str] = "drive"
    name: str
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


@dataclass(frozen=True)
class QueryPhase:
    """One statement, ``repeat`` times on one connection, with its plan, the partitions it touched and its rows."""

    kind: ClassVar[str] = "query"
    name: str
    sql: str
    repeat: int = 1
    after_s: float = 0.0
    """How long after its phase began the first shot is; for reads within a parallel."""
    every_s: float = 0.0
    """The least time from one shot's start to the next."""


@dataclass(frozen=True)
class RestartPhase:
    """The server stopped in order and started again; ``cold``: with nothing of the run's data left in memory."""

    kind: ClassVar[str] = "restart"
    name: str
    cache: Literal["cold", "as is"] = "cold"


@dataclass(frozen=True)
class MyisamchkPhase:
    """The indexes of a MyISAM table switched off, or made anew, by myisamchk on the files of the table."""

    kind: ClassVar[str] = "myisamchk"
    name: str
    table: str
    keys: Literal["disable", "enable"]


@dataclass(frozen=True)
class SizePhase:
    """How large a table is: as the server reports it, and what its files take."""

    kind: ClassVar[str] = "size"
    name: str
    table: str


@dataclass(frozen=True)
class ParallelPhase:
    """Phases at once. It ends when those with an end of their own are done; drives without one are then stopped."""

    kind: ClassVar[str] = "parallel"
    name: str
    phases: tuple["Phase", ...]
    tail_s: float = 0.0
    """How much longer those drives go on."""


@dataclass(frozen=True)
class Condition:
    """``figure`` is a path into the phase's result, such as ``latency_ms.max``; ``limit`` is in its unit."""

    phase: str
    figure: str
    operator: Literal["<", "<=", ">", ">="]
    limit: float


@dataclass(frozen=True)
class CheckPhase:
    """An acceptance on figures of earlier phases."""

    kind: ClassVar[str] = "check"
    name: str
    conditions: tuple[Condition, ...]


Phase = (
    SqlPhase
    | LoadPhase
    | DrivePhase
    | QueryPhase
    | RestartPhase
    | MyisamchkPhase
    | SizePhase
    | ParallelPhase
    | CheckPhase
)


@dataclass(frozen=True)
class GeneratorSpec:
    """A value generator by kind (``integer``, ``date``, ...) and its checked arguments."""

    kind: str
    arguments: dict[str, Any]


PHASES: dict[str, type[Phase]] = {each.kind: each for each in get_args(Phase)}


def phase_to_json(phase: Phase) -> dict[str, Any]:
    nested = {"phases": [phase_to_json(each) for each in phase.phases]} if isinstance(phase, ParallelPhase) else {}
    return {"kind": phase.kind, **asdict(phase), **nested}


def phase_from_json(stored: dict[str, Any]) -> Phase:
    given = {name: value for name, value in stored.items() if name != "kind"}
    for name, rebuild in _NESTED.items():
        if name in given:
            given[name] = tuple(rebuild(each) for each in given[name])
    if given.get("file"):
        given["file"] = FileSource.from_json(given["file"])
    return PHASES[stored["kind"]](**given)


def _transaction_from_json(stored: dict[str, Any]) -> Transaction:
    return Transaction(stored["name"], stored["weight"], tuple(Statement(**each) for each in stored["statements"]))


_NESTED: dict[str, Any] = {
    "statements": lambda stored: Statement(**stored),
    "transactions": _transaction_from_json,
    "phases": phase_from_json,
    "conditions": lambda stored: Condition(**stored),
    "may_fail": int,
}
