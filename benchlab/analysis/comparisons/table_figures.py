"""Tables of a run: query plans, partitions read, and the figures of their layouts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchlab.analysis.comparisons.sides import Member

_READ_BY = ("select_type", "table", "type", "key", "Extra")
"""What of an EXPLAIN makes another plan; estimates of rows differ from run to run."""


def query_plans(member: Member) -> dict[str, str]:
    """By phase, a line for each table: “SIMPLE orders ref customer Using where”."""
    plans = {name: result["details"].get("plan") for name, result in member.phases.items()}
    return {name: "\n".join(_line(step) for step in plan) for name, plan in plans.items() if plan}


def partitions_touched(member: Member) -> dict[str, int]:
    """By phase, over all tables of its query."""
    touched = {name: result["details"].get("partitions") for name, result in member.phases.items()}
    return {name: sum(map(len, tables.values())) for name, tables in touched.items() if tables}


def layout_figures(member: Member) -> Iterator[tuple[str, str, float]]:
    """Name, unit and value: how many partitions each table has, its size, and how much its largest partition has."""
    by_table: dict[str, list[Mapping[str, Any]]] = {}
    for row in member.layout:
        by_table.setdefault(row["table"], []).append(row)
    for table, rows in by_table.items():
        yield f"{table}, partitions", "", float(len(rows))
        yield from _sizes(table, rows)


def _sizes(table: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, float]]:
    held = sum(row["rows"] or 0 for row in rows)
    if not held:
        return
    for name, key in (("data", "data_bytes"), ("index", "index_bytes")):
        yield f"{table}, {name} of a row", "B", sum(row[key] or 0 for row in rows) / held
    if len(rows) > 1:
        largest = max(row["rows"] or 0 for row in rows)
        yield f"{table}, rows of the largest partition", "of the mean", largest * len(rows) / held


def _line(step: Mapping[str, Any]) -> str:
    return " ".join(str(step[name]) for name in _READ_BY if step.get(name))
