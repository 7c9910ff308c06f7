"""A figure over all runs of a benchmark with the same parameters on one server, and its changes of level."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import median
from typing import Any

from django.db.models import Q
from django.db.models.fields.json import KT

from benchlab.analysis.comparisons.primary_figure import primary_of
from benchlab.analysis.runs.figures import Figure
from benchlab.analysis.statistics.change_points import Change, changes
from benchlab.definitions.phases.figure_names import figure_at
from benchlab.models.benchmarks import Benchmark
from benchlab.models.comparisons.baseline import Baseline, combination_of_parameters
from benchlab.models.results import Phase
from benchlab.models.runs import Run, RunQuerySet, State
from benchlab.models.servers import Server

MOST_RUNS = 500
"""The latest; nobody triages older ones."""


@dataclass(frozen=True)
class ParameterChoice:
    """Parameters that runs of a benchmark were launched with, and how many were."""

    key: str
    parameters: Mapping[str, Any]
    runs: int


@dataclass(frozen=True)
class TrendPoint:
    run: Run
    value: float
    version: str
    """Of the server."""


@dataclass(frozen=True)
class Trend:
    benchmark: Benchmark
    server: Server
    choice: str

    @cached_property
    def runs(self) -> list[Run]:
        """In the order in which they ran, those that are excluded too."""
        latest = _run_with(self.benchmark, self.server).order_by("-started_at", "-pk")[:MOST_RUNS]
        return [run for run in reversed(latest) if combination_of_parameters(_parameters(run)) == self.choice]

    @cached_property
    def figure(self) -> Figure | None:
        """What a comparison of the latest of them is judged by."""
        return primary_of(self.runs[-1].plan) if self.runs else None

    @cached_property
    def measured(self) -> list[TrendPoint]:
        """Every run that has the figure."""
        if self.figure is None:
            return []
        values = _values(self.runs, self.figure)
        return [TrendPoint(run, values[run.pk], _version(run)) for run in self.runs if run.pk in values]

    @cached_property
    def points(self) -> list[TrendPoint]:
        """Those that count."""
        return [point for point in self.measured if not point.run.is_excluded]

    @cached_property
    def changes(self) -> list[Change]:
        return changes([point.value for point in self.points])

    @property
    def losses(self) -> list[Change]:
        better = self.figure.better if self.figure else "neither"
        return [change for change in self.changes if change.direction(better) == "worse"]

    @cached_property
    def baseline(self) -> Baseline | None:
        pinned = Baseline.objects.listed()
        return pinned.filter(benchmark=self.benchmark, server=self.server, choice=self.choice).first()

    @property
    def baseline_value(self) -> float | None:
        """The median of the baseline's repeats."""
        if self.baseline is None or self.figure is None:
            return None
        values = _values(self.baseline.repeats, self.figure)
        return median(values.values()) if values else None

    def to_json(self) -> dict[str, Any]:
        """Unknown is None: without a run there is no figure."""
        figure = self.figure and {"phase": self.figure.phase, "name": self.figure.path, "unit": self.figure.unit}
        points = [
            {
                "run": point.run.pk,
                "value": point.value,
                "server_version": point.version,
                "excluded": point.run.is_excluded,
            }
            for point in self.measured
        ]
        found = [_change_json(each, self.points[each.at].run) for each in self.changes]
        baseline = self.baseline and {"run": self.baseline.run_id, "value": self.baseline_value}
        return {"figure": figure, "points": points, "changes": found, "baseline": baseline}


def _change_json(change: Change, run: Run) -> dict[str, Any]:
    known = {"before": change.before, "after": change.after, "ratio": change.ratio}
    return {"since_run": run.pk, **known, "is_provisional": change.is_provisional}


def trend_of(run: Run) -> Trend | None:
    """The one that a run belongs to; None where its server is not known here."""
    server = run.servers.order_by("pk").first()
    return Trend(run.benchmark, server, combination_of_parameters(run.plan.parameters)) if server else None


def choices(benchmark: Benchmark, server: Server) -> list[ParameterChoice]:
    """What the benchmark's runs on the server were launched with, most often first."""
    latest = _run_with(benchmark, server).order_by("-started_at", "-pk")[:MOST_RUNS]
    found = {combination_of_parameters(parameters): parameters for parameters in map(_parameters, latest)}
    counts = Counter(combination_of_parameters(_parameters(run)) for run in latest)
    return [ParameterChoice(key, found[key], runs) for key, runs in counts.most_common()]


def _run_with(benchmark: Benchmark, server: Server) -> RunQuerySet:
    finished = Run.objects.filter(benchmark=benchmark, servers=server, state=State.FINISHED)
    runs = finished.with_parameters().annotate(planned_servers=KT("plan_json__servers"))
    return runs.select_related("created_by").light()


def _parameters(run: Run) -> dict[str, Any]:
    parameters: dict[str, Any] = json.loads(run.launched_parameters)  # type: ignore[attr-defined]
    return parameters


def _version(run: Run) -> str:
    """Of the flavours and versions that it was planned for."""
    servers = json.loads(run.planned_servers)  # type: ignore[attr-defined]
    return ", ".join(f"{server['flavour']} {server['version']}" for server in servers)


def _values(runs: Iterable[Run], figure: Figure) -> dict[int, float]:
    """By run, the median of its shots."""
    shot = Q(name=figure.phase) | Q(name__startswith=f"{figure.phase}, shot ")
    results = Phase.objects.filter(shot, run__in=runs, result__isnull=False).values_list("run_id", "result")
    found: dict[int, list[float]] = defaultdict(list)
    for run, result in results:
        if (value := figure_at(result, figure.path)) is not None:
            found[run].append(value)
    return {run: median(values) for run, values in found.items()}
