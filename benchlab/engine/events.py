"""Events of an execution. All times are seconds since the run began, on a monotonic clock."""

from dataclasses import dataclass, field
from typing import Any, Literal

from benchlab.metrics import Sample


@dataclass(frozen=True)
class PhaseStarted:
    """``expected_s`` is how long the phase will take where that is known (a drive for a time)."""

    at_s: float
    name: str
    kind: str
    parent: str | None = None
    expected_s: float | None = None


@dataclass(frozen=True)
class Second:
    """One second of a phase: ``sample.source`` is ``phase:NAME``; see ``engine.generator.seconds`` for its metrics.

    ``warmup`` seconds are charted and not counted.
    """

    phase: str
    sample: Sample
    warmup: bool = False


@dataclass(frozen=True)
class Progress:
    """The progress of a phase: ``done`` of ``total`` in ``unit`` (rows, s, transactions, statements)."""

    at_s: float
    phase: str
    done: float
    total: float
    unit: str


@dataclass(frozen=True)
class PhaseFinished:
    """``result`` is the phase as the result document shows it (DESIGN.md, contracts).

    ``histograms`` holds ``Histogram.to_bytes()`` by name: ``""`` for the transactions, else a statement's name.
    """

    at_s: float
    name: str
    result: dict[str, Any]
    histograms: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckResult:
    """One acceptance condition: ``value`` is null where there is no such figure, and the check is then missed."""

    name: str
    passed: bool
    value: float | None
    limit: str


@dataclass(frozen=True)
class RunProblem:
    """Something a reader of the run must know. ``severity`` "error" ends the run as failed with this message."""

    at_s: float
    phase: str | None
    message: str
    severity: Literal["warning", "error"] = "warning"
    code: int | None = None


Event = PhaseStarted | Second | Progress | PhaseFinished | CheckResult | RunProblem
