"""What the result.json and run.json of an export must hold before anything of them is stored.

Fields that are not named here are kept as they are; no page and no figure reads them.
"""

from datetime import datetime
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from benchlab.definitions.values.units import Value

Name = Annotated[str, Meta(max_length=100)]
Word = Annotated[str, Meta(max_length=20)]
ServerName = Annotated[str, Meta(max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")]
Label = Annotated[str, Meta(max_length=400)]
Moment = Annotated[datetime, Meta(tz=True)]
Seconds = Annotated[float, Meta(ge=-1e9, le=1e9)]
Figure = Annotated[float, Meta(ge=-1e30, le=1e30)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Position = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Figures = dict[str, Figure | None]


class Format(Struct):
    """Read first, to distinguish another version from a damaged file."""

    format: str


class Distribution(Struct):
    count: Count
    latency_ms: Figures | None


class WorstSecond(Struct):
    at_s: Seconds
    per_second: Figure


class StallRecord(Struct):
    drive: Name
    stall_s: Seconds
    otherwise_s: Seconds
    longest_ms: Figure | None
    partly: bool


class ActionRecord(Struct):
    phase: Name
    statement: Name
    began_s: Seconds
    ended_s: Seconds
    rows: Count | None
    error: str
    felt: list[StallRecord]


class RefusalRecord(Struct):
    statement: Name
    message: str


class DetailsRecord(Struct, frozen=True):
    """Those that pages read."""

    acknowledged: Count | None = None
    longest_stall_s: Seconds | None = None
    worst_second: WorstSecond | None = None
    variation: Figure | None = None
    shots: list[Seconds] = []
    rows_each: list[Count] = []
    plan: list[dict[str, Any]] | None = None
    partitions: dict[str, list[str]] | None = None
    no_plan: str = ""
    actions: list[ActionRecord] = []
    refused: list[RefusalRecord] = []


class PhaseResult(Struct):
    name: Name
    kind: Word
    parent: Name | None = None
    started_s: Seconds = 0.0
    seconds: Seconds | None = None
    warmup_s: Seconds | None = None
    rows: Count | None = None
    transactions: Count | None = None
    statements: Count | None = None
    errors: dict[str, Count] = {}
    per_second: Figure | None = None
    latency_ms: Figures | None = None
    by_statement: dict[str, Distribution] = {}
    details: DetailsRecord = DetailsRecord()


class ServerRecord(Struct):
    name: ServerName
    role: str
    flavour: str
    version: str
    schema: str


class CheckRecord(Struct):
    name: Label
    passed: bool
    value: Figure | None
    limit: Name


class SettingRecord(Struct):
    value: str
    default: str | None


class DurabilityRecord(Struct):
    badge: Annotated[str, Meta(max_length=60)]
    reason: str


class TrustRecord(Struct):
    grade: Literal["A", "B", "C", "D"]
    reasons: list[str]


class ExclusionRecord(Struct):
    at: Moment
    by: Annotated[str, Meta(max_length=150)]
    reason: Annotated[str, Meta(max_length=500)]


class Writes(Struct):
    median: Figure
    max: Figure


class StorageRecord(Struct):
    fdatasync_ms: Writes | None = None


class SnapshotRecord(Struct):
    version: str = ""
    variables: dict[str, str] = {}
    changed: dict[str, SettingRecord] = {}
    durability: DurabilityRecord | None = None
    host: dict[str, Any] | None = None
    storage: StorageRecord | None = None
    tables: dict[str, str] = {}
    unknown: dict[str, str] = {}


class SnapshotRecords(Struct):
    start: SnapshotRecord | None = None
    end: SnapshotRecord | None = None


class LayoutRow(Struct):
    at: Literal["start", "during", "end"]
    time_s: Seconds
    table: str
    partition: str | None
    subpartition: str | None
    method: str | None
    expression: str | None
    description: str | None
    rows: Count | None
    data_bytes: Count | None
    index_bytes: Count | None
    exact: bool


class HostFigure(Struct):
    unit: str
    mean: Figure | None
    max: Figure | None


class PublishedRecord(Struct):
    label: str
    phase: str
    figure: str
    unit: str
    value: Figure | None
    published: Figure


class Result(Struct):
    """The result document."""

    benchmark: Name
    revision: Position
    state: Literal["finished", "failed", "cancelled"]
    error: str | None
    seed: int
    parameters: dict[str, Value]
    servers: Annotated[list[ServerRecord], Meta(min_length=1)]
    started_at: Moment | None
    finished_at: Moment | None
    warnings: list[str]
    checks: list[CheckRecord]
    snapshot: SnapshotRecords | None
    phases: list[PhaseResult]
    layouts: list[LayoutRow]
    host: dict[str, HostFigure]
    published: list[PublishedRecord]
    trust: TrustRecord | None = None
    durability: DurabilityRecord | None = None
    excluded: ExclusionRecord | None = None
    tags: list[str] = []


class PhaseRecord(Struct):
    """A row of a phase; its fields are those of ``exporting.PHASE_FIELDS``."""

    ordinal: Position
    name: Name
    kind: Word
    parent: Annotated[str, Meta(max_length=100)]
    started_s: Seconds
    expected_s: Seconds | None
    finished_s: Seconds | None
    done: Figure | None
    total: Figure | None
    unit: Word
    result: PhaseResult | None


class LogRecord(Struct):
    at_s: Seconds | None
    severity: Annotated[str, Meta(max_length=10)]
    phase: Name
    message: str


class HistogramRecord(Struct):
    phase: Name
    statement: Name
    counts: bytes


class Record(Struct):
    """What the result document does not say."""

    label: Name
    plan: dict[str, Any]
    headline: Figure | None
    phases: list[PhaseRecord]
    log: list[LogRecord]
    notes: list[str]
    histograms: list[HistogramRecord]
