"""The messages between a run and its load processes."""

from dataclasses import dataclass, field

from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.engine.generator.tally import Part, Tally
from benchlab.mysql import Address


@dataclass(frozen=True)
class DriveTask:
    """The clients of a drive that one process carries."""

    account: Address
    schema: str
    phase: DrivePhase
    clients: tuple[int, ...]
    """Their numbers among the ``phase.clients`` of all processes."""
    values: dict[str, GeneratorSpec]
    seed: int
    bases: dict[str, int]
    """The first free position of each sequence."""
    first_lane: int
    lanes: int
    """Client i takes every ``lanes``-th position of a sequence, from ``first_lane + i`` on."""
    run_started_ns: int
    compiled: bool
    """Whether the compiled core carries the clients."""


@dataclass(frozen=True)
class LoadTask:
    """The rows of a load that one stream writes: blocks ``first_block`` up to, not including, ``end_block``."""

    account: Address
    schema: str
    phase: LoadPhase
    values: dict[str, GeneratorSpec]
    seed: int
    bases: dict[str, int]
    block_rows: int
    first_block: int
    end_block: int
    run_started_ns: int
    part: "FilePart | None" = None
    """In the place of blocks: what of its file the stream sends."""


@dataclass(frozen=True)
class FilePart:
    """Whole lines of a file, from one byte up to another."""

    path: str
    start: int
    end: int


Task = DriveTask | LoadTask


@dataclass(frozen=True)
class Ready:
    """Connected, with work rendered ahead."""


@dataclass(frozen=True)
class Go:
    start_ns: int


@dataclass(frozen=True)
class Stop:
    """End at that moment, in order: what is under way is finished."""

    end_ns: int


@dataclass(frozen=True)
class Tick:
    """All that happened up to the end of ``second`` and was not reported before."""

    second: int
    tallies: dict[tuple[int, Part], Tally]
    cpu_s: float
    """Of the process, since the start."""
    busiest_s: float
    """Of the busiest part of it that can not be shared out to more than one processor."""
    connected: int
    waiting: int = 0
    """Transactions that were due and had not begun."""


@dataclass(frozen=True)
class Done:
    """``last_ns``: when the last transaction was acknowledged, 0 where none was."""

    last_ns: int
    positions: dict[str, int] = field(default_factory=dict)
    """The first position of each sequence after those that were used."""
    rows: int = 0
    """Of a load: those that the server acknowledged."""
    left_out: int = 0
    """Of a load that goes on after errors: rows that were not sent, or not taken."""
    remarks: tuple[str, ...] = ()
    """The first few of these, a sentence each."""
    unstarted: int = 0
    """Transactions that were due before the end and never began."""
    starved_s: float = 0.0
    """How long clients, added up, waited for statements that were not generated yet."""


@dataclass(frozen=True)
class Failed:
    """The process can not go on; a sentence."""

    message: str
    code: int | None = None


Message = Ready | Go | Stop | Tick | Done | Failed
