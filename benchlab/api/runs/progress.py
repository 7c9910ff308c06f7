"""Progress of runs, for the command line."""

from typing import Any

from django.db.models.functions import Now
from django.utils import timezone

from benchlab.api.shapes import Document
from benchlab.charts.experiments.experiment_time_left import time_left
from benchlab.charts.render.number_format import figure
from benchlab.models import Experiment, Phase, Run, State
from benchlab.models.runs import LOST_AFTER


def run_progress(run: Run) -> Document:
    return {
        "kind": "run",
        "id": run.pk,
        "benchmark": run.benchmark.slug,
        "state": run.state,
        "is_over": run.is_over,
        "runs": [_run(run, {})],
        "next": _next([run]),
    }


def experiment_progress(experiment: Experiment) -> Document:
    runs = list(experiment.current_runs.light())
    cells = experiment.cells
    return {
        "kind": "experiment",
        "id": experiment.pk,
        "benchmark": experiment.benchmark.slug,
        "state": experiment.state,
        "is_over": experiment.is_over,
        "repeats": experiment.repeats,
        "cells": cells,
        "runs": [_run(run, cells[run.cell or 0]) for run in runs],
        "next": _next(runs),
        "time_left": time_left(runs).words,
    }


def _run(run: Run, cell: dict[str, str]) -> Document:
    return {
        "run": run.pk,
        "state": run.state,
        "is_over": run.is_over,
        "cell": run.cell,
        "values": cell,
        "repeat": run.repeat,
        "showed": f"{figure(run.headline)}/s" if run.counts and run.headline is not None else None,
    }


def _next(runs: list[Run]) -> Document | None:
    """The active run, otherwise the next one."""
    left = [run for run in runs if not run.is_over]
    run = next((each for each in left if each.state == State.RUNNING), next(iter(left), None))
    if run is None:
        return None
    return {
        "run": run.pk,
        "state": run.state,
        "waiting_for": run.waiting_for,
        "ahead": Run.objects.queued().filter(pk__lt=run.pk).count() if run.state == State.QUEUED else 0,
        "silent": Run.objects.running().filter(pk=run.pk, beat_at__lt=Now() - 2 * LOST_AFTER).exists(),
        "phase": _phase(run, run.phases.filter(finished_s=None).last()),
    }


def _phase(run: Run, phase: Phase | None) -> dict[str, Any] | None:
    if phase is None or run.started_at is None:
        return None
    elapsed_s = (timezone.now() - run.started_at).total_seconds() - phase.started_s
    share = elapsed_s / phase.expected_s if phase.expected_s else (phase.done or 0) / (phase.total or 1)
    left_s = max(phase.expected_s - elapsed_s, 0) if phase.expected_s else None
    return {"name": phase.name, "elapsed_s": elapsed_s, "share": min(share, 1), "left_s": left_s}
