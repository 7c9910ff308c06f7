"""Runs beside the first of them: ratios and differences, and no verdict that one run each can not give."""

from collections.abc import Iterator, Sequence
from typing import Any

from benchlab.analysis.figures import figure_at, rate_unit
from benchlab.management.bench.console import table

FIGURES = (
    ("per_second", "", "higher"),
    ("latency_ms.p50", "ms", "lower"),
    ("latency_ms.p99", "ms", "lower"),
    ("latency_ms.max", "ms", "lower"),
    ("seconds", "s", "neither"),
)


def compare_runs(documents: Sequence[dict[str, Any]]) -> dict[str, Any]:
    names = {document["benchmark"] for document in documents}
    if len(names) > 1:
        reason = f"They ran different benchmarks: {', '.join(sorted(names))}."
        return {"verdict": "not comparable", "reason": reason, "metrics": [], "differences": []}
    return {
        "verdict": None,
        "reason": "One run each can not tell a difference from noise; there is no verdict yet.",
        "metrics": list(_metrics(documents)),
        "differences": list(_differences(documents)),
    }


def comparison_lines(comparison: dict[str, Any]) -> Iterator[str]:
    yield comparison["reason"]
    rows = [
        (each["phase"], each["name"], each["unit"], *each["values"], *each["ratio"][1:])
        for each in comparison["metrics"]
    ]
    if rows:
        count = len(comparison["metrics"][0]["values"])
        heads = [f"RUN {number + 1}" for number in range(count)] + [f"RATIO {number + 1}" for number in range(1, count)]
        yield from table(rows, ("PHASE", "FIGURE", "UNIT", *heads))
    for difference in comparison["differences"]:
        yield f"{difference['what']}: {' / '.join(str(value) for value in difference['values'])}"


def _metrics(documents: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    phases = [{phase["name"]: phase for phase in document["phases"]} for document in documents]
    for name in phases[0]:
        for figure, unit, better in FIGURES:
            values = [figure_at(each.get(name), figure) for each in phases]
            if values[0] is not None:
                ratios = [value / values[0] if value is not None and values[0] else None for value in values]
                yield {
                    "name": figure,
                    "phase": name,
                    "unit": unit or rate_unit(phases[0][name]["kind"]),
                    "better": better,
                    "values": values,
                    "ratio": ratios,
                    "interval": None,
                }


def _differences(documents: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for title, place in (("parameter", _parameters), ("server", _server), ("setting", _settings)):
        described = [place(document) for document in documents]
        for name in sorted({name for each in described for name in each}):
            values = [each.get(name) for each in described]
            if any(value != values[0] for value in values):
                yield {"what": f"{title} {name}", "values": values}


def _parameters(document: dict[str, Any]) -> dict[str, Any]:
    return {**document["parameters"], "revision": document["revision"]}


def _server(document: dict[str, Any]) -> dict[str, Any]:
    first = document["servers"][0]
    return {name: first[name] for name in ("name", "flavour", "version")}


def _settings(document: dict[str, Any]) -> dict[str, Any]:
    start = (document["snapshot"] or {}).get("start") or {}
    return {name: changed["value"] for name, changed in start.get("changed", {}).items()}
