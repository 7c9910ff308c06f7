"""The figures of an experiment: every repeat and the median for each phase and cell, and the reason for each gap."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchlab.analysis.runs.published_figures import caches_of
from benchlab.analysis.statistics import Spread
from benchlab.analysis.statistics.spread import spread
from benchlab.charts.runs.client_stalls_table import observed_stalls
from benchlab.definitions.phases import repeat as shots
from benchlab.definitions.phases.figure_names import figure_at
from benchlab.models import Experiment, Phase, Run, State

_LATENCIES = tuple((f"Response time {name}", f"latency_ms.{name}", "ms") for name in ("p50", "p95", "p99", "max"))
FIGURES: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "drive": (
        ("Throughput", "per_second", "transactions/s"),
        *_LATENCIES,
        ("Longest stall", "details.longest_stall_s", "s"),
    ),
    "load": (
        ("Throughput", "per_second", "rows/s"),
        ("Throughput until flushed", "details.flushed_per_second", "rows/s"),
        ("Time", "seconds", "s"),
        ("Time until flushed", "details.flushed_s", "s"),
        ("Data", "details.data_bytes", "B"),
        ("Indexes", "details.index_bytes", "B"),
        ("On disk", "details.stored_bytes", "B"),
        ("Compression ratio, sent over stored", "details.compression_ratio", ""),
    ),
    "query": (("Time, median", "latency_ms.p50", "ms"), ("Time, longest", "latency_ms.max", "ms")),
    "parallel": (
        ("Longest stall of clients during a statement", "details.stall_s", "s"),
        ("Longest response of clients during a statement", "details.longest_ms", "ms"),
    ),
    "sql": (("Time", "seconds", "s"),),
}
"""The figures of each kind of phase: title, path in its result, unit. Kinds in the order in which they are shown."""
NOT_HERE = "This phase is not part of this combination."


@dataclass(frozen=True)
class Value:
    """What one repeat showed, the median where it has several shots; where it is none, ``reason`` says why."""

    run: Run | None
    number: float | None
    reason: str = ""


@dataclass(frozen=True)
class CellFigure:
    cell: int
    words: tuple[str, ...]
    """The values of the varied parameters."""
    values: tuple[Value, ...]

    @property
    def numbers(self) -> list[float]:
        return [value.number for value in self.values if value.number is not None]

    @property
    def spread(self) -> Spread | None:
        return spread(self.numbers)


@dataclass(frozen=True)
class ExperimentFigure:
    """One figure of a phase in all cells."""

    title: str
    path: str
    unit: str
    cells: tuple[CellFigure, ...]

    @property
    def is_known(self) -> bool:
        return any(cell.numbers for cell in self.cells)


@dataclass(frozen=True)
class PhaseFigures:
    name: str
    kind: str
    ordinal: int
    figures: tuple[ExperimentFigure, ...]
    shots: tuple[str, ...]
    """The names of the phases that are its shots, where the definition repeats it; itself otherwise."""
    caches: Sequence[str]
    """What was in memory when its shots began, where a restart came right before them."""

    @property
    def main(self) -> ExperimentFigure:
        return self.figures[0]


PhaseResults = Mapping[int, Sequence[Mapping[str, Any]]]
"""A phase's results in each run: one, or one of each shot."""


def phase_figures(experiment: Experiment, runs: Sequence[Run]) -> list[PhaseFigures]:
    """Of those phases that measured something in a run that counts; the kinds that matter most come first."""
    counting = [run.pk for run in runs if run.counts]
    told = Phase.objects.filter(run__in=counting, kind__in=FIGURES, result__isnull=False).order_by("ordinal", "pk")
    # What acted beside clients is told with what they felt, and not their figures once more.
    acted = {row.parent for row in observed_stalls(told)}
    results: dict[str, dict[int, list[dict[str, Any]]]] = {}
    known: dict[str, Phase] = {}
    named: dict[str, dict[str, None]] = {}
    for phase in told:
        if phase.parent in acted and phase.kind != "sql":
            continue
        name = shots.base(phase.name)
        known.setdefault(name, phase)
        named.setdefault(name, {})[phase.name] = None
        results.setdefault(name, {}).setdefault(phase.run_id, []).append(phase.result)
    order = list(FIGURES)
    sections = [
        _phase_figures(phase, tuple(named[name]), results[name], experiment, runs) for name, phase in known.items()
    ]
    return sorted(
        (each for each in sections if each.main.is_known), key=lambda each: (order.index(each.kind), each.ordinal)
    )


def _phase_figures(
    phase: Phase, names: tuple[str, ...], results: PhaseResults, experiment: Experiment, runs: Sequence[Run]
) -> PhaseFigures:
    placed = {(run.cell, run.repeat): run for run in runs}
    main, *others = (
        ExperimentFigure(title, path, unit, tuple(_cells(path, results, experiment, placed)))
        for title, path, unit in FIGURES[phase.kind]
    )
    figures = (main, *(each for each in others if each.is_known))
    caches = caches_of(result for each in results.values() for result in each)
    return PhaseFigures(shots.base(phase.name), phase.kind, phase.ordinal, figures, names, caches)


def _cells(
    path: str,
    results: PhaseResults,
    experiment: Experiment,
    placed: Mapping[tuple[int | None, int | None], Run],
) -> Iterator[CellFigure]:
    repeats = range(1, experiment.repeats + 1)
    for cell, varied in enumerate(experiment.cells):
        values = tuple(_value(path, results, placed.get((cell, repeat))) for repeat in repeats)
        yield CellFigure(cell, tuple(varied.values()), values)


def _value(path: str, results: PhaseResults, run: Run | None) -> Value:
    if run is None:
        return Value(None, None, "The run was deleted.")
    if run.state != State.FINISHED:
        return Value(run, None, f"Run {run.pk} {_WORDS[State(run.state)]}{run.error and ': ' + run.error}")
    if run.is_excluded:
        return Value(run, None, f"Run {run.pk} is excluded: {run.exclusion_reason}")
    if run.pk not in results:
        return Value(run, None, NOT_HERE)
    numbers = [number for result in results[run.pk] if (number := figure_at(result, path)) is not None]
    number = median(numbers) if numbers else None
    return Value(run, number, "" if number is not None else "It was not measured.")


_WORDS = {
    State.QUEUED: "has not started",
    State.RUNNING: "is still running",
    State.FAILED: "failed",
    State.CANCELLED: "was cancelled",
}
