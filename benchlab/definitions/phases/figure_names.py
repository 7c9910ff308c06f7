"""Figures of a phase's result: how a check or a published figure names them, and the units they have."""

import re
from collections.abc import Mapping
from typing import Any

from benchlab.definitions.language.node_readers import text
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.values import units

_LATENCIES = tuple(f"latency_ms.{name}" for name in ("min", "mean", "p50", "p90", "p95", "p99", "p999", "max"))
_UNITS = {"per_second": "/s", "seconds": "s", "rows": "rows", "transactions": "", "statements": ""}
LONGEST_PATH = 150
"""Room for the name of a statement."""
_OF_STATEMENT = re.compile(r"by_statement\.(.+)\.(?:(count)|(latency_ms)\.(\w+))", re.DOTALL)
KNOWN = (*_UNITS, *_LATENCIES)


def path(node: Node) -> str:
    """A figure's path into the result, such as ``per_second`` or ``by_statement.sell.latency_ms.p99``."""
    given = text(node)
    of_statement = given.startswith("by_statement.") and given.endswith((*_LATENCIES, ".count"))
    if len(given) > LONGEST_PATH:
        raise ValueError(f"A figure's path has at most {LONGEST_PATH} characters.")
    if given in KNOWN or of_statement or given.startswith("details."):
        return given
    raise Unknown(f"“{given}” is not a figure of a phase.", given, KNOWN)


def figure_at(result: Mapping[str, Any] | None, path: str) -> float | None:
    """The number at a path such as ``latency_ms.max``, or of all ``errors``; None where there is none."""
    found: Any = result
    for step in _steps(path):
        found = found.get(step) if isinstance(found, Mapping) else None
    if path == "errors" and isinstance(found, Mapping):
        return float(sum(found.values()))
    return float(found) if isinstance(found, int | float) else None


def _steps(path: str) -> list[str]:
    """A statement's name may have dots of its own."""
    if of_statement := _OF_STATEMENT.fullmatch(path):
        name, *figure = of_statement.groups()
        return ["by_statement", name, *filter(None, figure)]
    return path.split(".")


def unit(figure: str) -> str:
    if figure.startswith("details.") and figure.endswith("_bytes"):
        return "B"
    return "ms" if "latency_ms." in figure else _UNITS.get(figure, "")


def amount(given: str, figure: str) -> float:
    """A number in the figure's unit; for times also a duration (``1s`` is 1000 in a figure of milliseconds)."""
    if unit(figure) in ("ms", "s") and not _is_bare(given):
        return units.parse_duration(given) * (1000 if unit(figure) == "ms" else 1)
    if unit(figure) == "B":
        return units.parse_size(given)
    return units.parse_count_or_number(given)


def _is_bare(given: str) -> bool:
    return not given[-1:].isalpha()
