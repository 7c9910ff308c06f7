"""Figures of a result document by their path."""

from collections.abc import Mapping
from typing import Any


def rate_unit(kind: str) -> str:
    """What ``per_second`` of a phase of this kind counts."""
    return "rows/s" if kind == "load" else "transactions/s"


def figure_at(result: Mapping[str, Any] | None, path: str) -> float | None:
    """The number at a path such as ``latency_ms.max``; None where there is none."""
    found: Any = result
    for name in path.split("."):
        if not isinstance(found, Mapping):
            return None
        found = found.get(name)
    return float(found) if isinstance(found, int | float) and not isinstance(found, bool) else None
