"""The charts of an experiment: a box for each cell, and a line over the parameter that a sweep varies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.charts.experiments.phase_figures import ExperimentFigure, PhaseFigures
from benchlab.charts.experiments.varied_parameters import Factor
from benchlab.charts.render.colours import COLOURS
from benchlab.definitions.parameters.experiment_grid import Cell
from benchlab.histogram import Histogram
from benchlab.models import Experiment, Run, StoredHistogram

LOG_FROM = 20
"""An axis whose ends are so many times apart is logarithmic."""
WHISKERS = (1, 99)
SWEPT = {"drive": ("per_second", "latency_ms.p99"), "load": ("per_second",), "query": ("latency_ms.p50",)}


@dataclass(frozen=True)
class CellChart:
    """A chart's place on the page and what is drawn there."""

    key: str
    title: str
    unit: str
    hint: str
    content: Mapping[str, Any]


def panels(
    experiment: Experiment, section: PhaseFigures, factors: Sequence[Factor], runs: Sequence[Run], *, key: str
) -> list[CellChart]:
    """Of a phase: its throughput and response times as boxes, and over a parameter where one number varies."""
    labels = [" · ".join(cell.values()) or "all runs" for cell in experiment.cells]
    response = _responses(section, labels, runs, f"{key}-response")
    # How long a query takes is all that its repeats tell, and that is in its response times.
    repeats = None if section.kind == "query" and response else _repeats(section.main, labels, f"{key}-repeats")
    found = [panel for panel in (repeats, response) if panel]
    numeric = [factor for factor in factors if factor.is_number]
    if len(numeric) == 1 and len(numeric[0].numbers) > 1:
        swept = [figure for figure in section.figures if figure.path in SWEPT[section.kind]]
        found += [_sweep(figure, experiment.cells, numeric[0], f"{key}-{figure.path}") for figure in swept]
    return found


def _repeats(figure: ExperimentFigure, labels: Sequence[str], key: str) -> CellChart:
    boxes = [_cut(cell.numbers) or None for cell in figure.cells]
    content = _boxes(key, figure.unit, labels, boxes, scale="linear", items=True)
    return CellChart(key, figure.title, figure.unit, "a dot for each repeat; the box spans the middle half", content)


def _responses(section: PhaseFigures, labels: Sequence[str], runs: Sequence[Run], key: str) -> CellChart | None:
    """How the response times of all transactions lie: merged histograms, as percentiles can not be averaged."""
    merged = _merged(section.shots, runs, len(labels))
    boxes = [_box(each) if each and each.count else None for each in merged]
    if not any(boxes):
        return None
    hint = "box p25 to p75, line p50, whiskers p1 and p99, dot the longest; all repeats together, log scale"
    return CellChart(key, "Response time", "ms", hint, _boxes(key, "ms", labels, boxes, scale="log", items=False))


def _merged(phases: Sequence[str], runs: Sequence[Run], cells: int) -> list[Histogram | None]:
    cell_of = {run.pk: run.cell or 0 for run in runs if run.counts}
    stored = StoredHistogram.objects.filter(phase__run__in=cell_of, phase__name__in=phases, statement="")
    merged: list[Histogram | None] = [None] * cells
    for run, counts in stored.values_list("phase__run_id", "counts"):
        known = merged[cell_of[run]] or Histogram()
        known.merge(Histogram.from_bytes(bytes(counts)))
        merged[cell_of[run]] = known
    return merged


def _box(histogram: Histogram) -> dict[str, Any]:
    low, high = (histogram.percentile(percent) for percent in WHISKERS)
    q1, median, q3 = (histogram.percentile(percent) for percent in (25, 50, 75))
    told = {"min": low, "q1": q1, "median": median, "q3": q3, "max": high, "mean": histogram.mean_ms}
    ends = {"whiskerMin": low, "whiskerMax": high}
    rounded = {name: float(f"{value:.4g}") for name, value in {**told, **ends}.items()}
    return {**rounded, "items": [], "outliers": _cut([histogram.max_ms]), "count": histogram.count}


def _boxes(
    key: str, unit: str, labels: Sequence[str], boxes: Sequence[Any], *, scale: str, items: bool
) -> dict[str, Any]:
    shown = {"labels": list(labels), "values": list(boxes), "colour": COLOURS[0], "items": items}
    return {"key": key, "kind": "boxes", "unit": unit, "scale": scale, **shown}


def _sweep(figure: ExperimentFigure, cells: Sequence[Cell], factor: Factor, key: str) -> CellChart:
    lines = _lines(figure, cells, factor)
    values = [number for cell in figure.cells for number in cell.numbers]
    content = {
        "key": key,
        "kind": "sweep",
        "unit": figure.unit,
        "scale": _scale(values) if figure.path != "per_second" else "linear",
        "x": {"title": factor.label, "scale": _scale(factor.numbers), "ticks": _ticks(factor)},
        "series": [
            {"label": label, "colour": COLOURS[at % len(COLOURS)], **line}
            for at, (label, line) in enumerate(lines.items())
        ],
    }
    title = f"{figure.title} by {factor.label[0].lower()}{factor.label[1:]}"
    return CellChart(key, title, figure.unit, "a dot for each repeat, the line through the medians", content)


def _lines(figure: ExperimentFigure, cells: Sequence[Cell], factor: Factor) -> dict[str, dict[str, list[list[float]]]]:
    """A line for each combination of what else varies; in a cell without a figure it has a gap."""
    number_of = dict(zip(factor.values, factor.numbers, strict=True))
    lines: dict[str, dict[str, list[Any]]] = {}
    for cell in sorted(figure.cells, key=lambda each: number_of[cells[each.cell][factor.name]]):
        values = cells[cell.cell]
        others = " · ".join(value for name, value in values.items() if name != factor.name)
        line = lines.setdefault(others or figure.title, {"medians": [], "points": []})
        x = number_of[values[factor.name]]
        line["medians"].append([x, *_cut([cell.spread.median])] if cell.spread else [x, None])
        line["points"] += [[x, number] for number in _cut(cell.numbers)]
    return lines


def _ticks(factor: Factor) -> list[list[Any]]:
    return [[number, text] for number, text in sorted(zip(factor.numbers, factor.values, strict=True))]


def _scale(values: Sequence[float]) -> str:
    known = [value for value in values if value > 0]
    apart = len(known) == len(values) and known and max(known) >= LOG_FROM * min(known)
    return "log" if apart else "linear"


def _cut(values: Sequence[float]) -> list[float]:
    """To 4 figures, which is more than a chart shows."""
    return [float(f"{value:.4g}") for value in values]
