"""Active runs and experiments, with progress and a small chart."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from django.db.models import Q

from benchlab.analysis.runs.figures import rate_unit
from benchlab.analysis.runs.series import Floats
from benchlab.charts.experiments.experiment_page import ExperimentPage
from benchlab.charts.runs import RunPage
from benchlab.charts.runs.stored_series import read
from benchlab.charts.runs.summary_cards import main_phase, throughput_of
from benchlab.models import Experiment, Run, State

SPARK_S = 120
MOST_EXPERIMENTS = 3
WIDTH, HEIGHT = 320.0, 48.0


@dataclass(frozen=True)
class Spark:
    """The last two minutes as the points of an SVG polyline, a stretch without gaps each."""

    lines: tuple[str, ...]
    last: float | None
    unit: str


@dataclass(frozen=True)
class ActiveRun:
    page: RunPage
    spark: Spark | None

    @property
    def run(self) -> Run:
        return self.page.run


def active_runs() -> list[ActiveRun]:
    """Running and waiting runs; of an experiment only the running ones, for its page shows the rest."""
    alone_or_running = Q(state=State.RUNNING) | Q(state=State.QUEUED, experiment=None)
    waiting_last = Run.objects.filter(alone_or_running).order_by("-state", "pk")
    found = waiting_last.select_related("benchmark", "revision", "created_by").prefetch_related("servers", "phases")
    return [_active_run(run) for run in found[:6]]


def active_experiments() -> list[ExperimentPage]:
    return [ExperimentPage(each) for each in Experiment.objects.listed().going_on().order_by("pk")[:MOST_EXPERIMENTS]]


def _active_run(run: Run) -> ActiveRun:
    page = RunPage(run)
    return ActiveRun(page, _spark(page) if run.state == State.RUNNING else None)


def _spark(page: RunPage) -> Spark | None:
    main = main_phase(page.phases)
    if main is None:
        return None
    metric = throughput_of(main.kind)
    series = read(page.run, {("phase", metric)}, after_s=page.now_s - SPARK_S).get(f"phase:{main.name}")
    if series is None or metric not in series.values or not len(series.times):
        return None
    values = series.values[metric]
    return Spark(
        _lines(series.times, values, page.now_s),
        float(values[-1]),
        rate_unit(main.kind),
    )


def _lines(times: Floats, values: Floats, now_s: float) -> tuple[str, ...]:
    top = float(np.nanmax(values, initial=1.0)) or 1.0
    x = WIDTH * (1 - (now_s - times) / SPARK_S)
    y = HEIGHT - 2 - (HEIGHT - 6) * values / top
    breaks = [0, *(np.flatnonzero(np.diff(times) > 2.5) + 1).tolist(), len(times)]
    return tuple(
        " ".join(f"{across:.1f},{up:.1f}" for across, up in zip(x[start:end], y[start:end], strict=True))
        for start, end in pairwise(breaks)
    )
