"""The figures of a chart or a layout as rows, for those exports that draw nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

from benchlab.charts.layouts.table_layout import bytes_in, piece_name
from benchlab.charts.reports.document_pieces import Piece

Row = tuple[str, str, float | None]
"""Where it stands, of what, and the figure."""


def rows_of(piece: Piece) -> Iterator[Row]:
    if piece["type"] == "layout":
        for row in piece["rows"]:
            yield from ((piece_name(row), "rows", row["rows"]), (piece_name(row), "bytes", bytes_in(row)))
    else:
        yield from _KINDS[piece["panel"]["kind"]](piece["panel"])


def across_of(piece: Piece) -> str:
    """What the rows of a figure are named by."""
    if piece["type"] == "layout":
        return "partition"
    named = {
        "time": "time, s",
        "growth": "rows so far",
        "percentiles": "percentile",
        "boxes": "combination",
        "trend": "run",
    }
    return named.get(piece["panel"]["kind"]) or str(piece["panel"]["x"]["title"])


def _time(panel: Mapping[str, Any]) -> Iterator[Row]:
    for each in panel["series"]:
        for time, value in zip(panel["times"][each["times"]], each["values"], strict=True):
            yield f"{time:g}", each["label"], value


def _growth(panel: Mapping[str, Any]) -> Iterator[Row]:
    for each in panel["series"]:
        for rows, value in zip(each["x"]["rows"], each["values"], strict=True):
            yield f"{rows:.0f}", each["label"], value


def _percentiles(panel: Mapping[str, Any]) -> Iterator[Row]:
    for each in panel["series"]:
        yield from ((f"{percent:g}", each["label"], value) for percent, value in each["values"])


def _boxes(panel: Mapping[str, Any]) -> Iterator[Row]:
    for label, each in zip(panel["labels"], panel["values"], strict=True):
        if isinstance(each, dict):
            told = {name: each[name] for name in ("whiskerMin", "q1", "median", "q3", "whiskerMax")}
            yield from ((label, _CUTS[name], value) for name, value in told.items())
        else:
            yield from ((label, f"repeat {at}", value) for at, value in enumerate(each or (), start=1))


_CUTS = {"whiskerMin": "p1", "q1": "p25", "median": "p50", "q3": "p75", "whiskerMax": "p99"}


def _sweep(panel: Mapping[str, Any]) -> Iterator[Row]:
    words = dict(panel["x"]["ticks"])
    for each in panel["series"]:
        yield from ((words[at], each["label"], value) for at, value in each["medians"])


def _trend(panel: Mapping[str, Any]) -> Iterator[Row]:
    yield from ((each["label"], "" if each["counts"] else "excluded", each["y"]) for each in panel["points"])


_KINDS = {
    "time": _time,
    "growth": _growth,
    "percentiles": _percentiles,
    "boxes": _boxes,
    "sweep": _sweep,
    "trend": _trend,
}
