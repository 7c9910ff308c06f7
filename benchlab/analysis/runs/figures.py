"""Figures of a result document by their path."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import Any

from benchlab.definitions.phases import figure_names as units
from benchlab.metrics import Better


@dataclass(frozen=True)
class Figure:
    """One number of a phase: ``path`` leads to it within the phase's result."""

    phase: str
    path: str
    label: str
    unit: str
    better: Better
    is_main: bool = False
    """Whether it is one of the few of its phase that a comparison tests."""

    @property
    def title(self) -> str:
        """“insert” for the throughput, which its unit says, and “insert, p99 response time” for all others."""
        return self.phase if self.path == "per_second" else f"{self.phase}, {self.label}"


_Row = tuple[str, str, str, Better, bool]

_RESPONSE: tuple[_Row, ...] = (
    ("latency_ms.mean", "mean response time", "ms", "lower", False),
    ("latency_ms.p50", "median response time", "ms", "lower", True),
    ("latency_ms.p90", "p90 response time", "ms", "lower", False),
    ("latency_ms.p95", "p95 response time", "ms", "lower", False),
    ("latency_ms.p99", "p99 response time", "ms", "lower", True),
    ("latency_ms.p999", "p99.9 response time", "ms", "lower", False),
    ("latency_ms.max", "longest response time", "ms", "lower", False),
)
_SECONDS: _Row = ("seconds", "time", "s", "lower", False)
_ROWS: _Row = ("rows", "rows", "rows", "neither", False)
_BY_KIND: Mapping[str, tuple[_Row, ...]] = {
    "drive": (
        ("per_second", "throughput", "transactions/s", "higher", True),
        *_RESPONSE,
        ("errors", "errors", "errors", "lower", False),
        ("details.variation", "variation between seconds", "of the mean", "lower", False),
        ("details.longest_stall_s", "longest stall", "s", "lower", False),
    ),
    "load": (
        ("per_second", "throughput", "rows/s", "higher", True),
        _SECONDS,
        ("details.flushed_per_second", "throughput until it was flushed", "rows/s", "higher", True),
        ("details.flushed_s", "time until it was flushed", "s", "lower", False),
        _ROWS,
        ("details.data_bytes", "size of the data", "B", "lower", False),
        ("details.index_bytes", "size of the indexes", "B", "lower", False),
        ("details.file_bytes", "size of the files", "B", "lower", False),
        ("details.bytes_per_row", "bytes per row", "B", "lower", False),
        ("details.compression_ratio", "compression ratio", "", "higher", False),
    ),
    "query": (*_RESPONSE, _ROWS),
    "parallel": (
        ("details.stall_s", "longest stall during a statement", "s", "lower", False),
        ("details.longest_ms", "longest response during a statement", "ms", "lower", False),
    ),
    "sql": (_SECONDS,),
    "restart": (("seconds", "time", "s", "neither", False),),
}


def figures_of(phase: str, result: Mapping[str, Any]) -> Iterator[Figure]:
    """Those that a phase of this kind may have, and the response times of its statements where it has several."""
    for row in _BY_KIND.get(result["kind"], ()):
        yield Figure(phase, *row)
    if len(statements := result.get("by_statement") or {}) > 1:
        for name in statements:
            for path, label, unit, better, _ in (_RESPONSE[1], _RESPONSE[4], _RESPONSE[6]):
                yield Figure(phase, f"by_statement.{name}.{path}", f"{label} of {name}", unit, better)


def figure_named(phase: str, kind: str, path: str, better: Better) -> Figure:
    """The one that a definition names, or benchlab falls back to."""
    known = {row[0]: row for row in _BY_KIND.get(kind, ())}
    _, label, unit, _, _ = known.get(path, (path, path, units.unit(path), better, True))
    return Figure(phase, path, label, unit, better, is_main=True)


def rate_unit(kind: str) -> str:
    """What ``per_second`` of a phase of this kind counts."""
    return "rows/s" if kind == "load" else "transactions/s"


def three_figures(value: float) -> str:
    """All digits before the point, at least three in all: 18,420; 231; 23.1; 2.31; 0.0231."""
    near = float(f"{value:.3g}")  # 9.996 is 10.0, not 10.00.
    decimals = max(0, 2 - floor(log10(abs(near)))) if near and isfinite(near) else 0
    return f"{value:,.{decimals}f}"
