"""Experiments as they are after real ones, or in the middle of them."""

import math
import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from benchlab.definitions.parameters.experiment_grid import Given
from benchlab.histogram import Histogram
from benchlab.models import Benchmark, Experiment, Phase, Run, Server, State, StoredHistogram
from tests import factories

MIDDLE = (State.FINISHED, State.FAILED, State.RUNNING)
"""The first runs of one that goes on."""
LOST = "The server closed the connection while clients were inserting (error 2013): 42 transactions are in doubt."


def make_experiment(
    given: Given | None = None, *, repeats: int = 2, states: Sequence[str] = (), **changes: Any
) -> Experiment:
    """Its runs in these states, in the order of the launch, and the rest of them queued."""
    server = Server.objects.first() or factories.make_server()
    benchmark = Benchmark.objects.first() or factories.make_benchmark()
    experiment = benchmark.launch([server], given or {"clients": "1,10"}, repeats=repeats, by=None, **changes)
    for at, (run, state) in enumerate(zip(experiment.current_runs, states, strict=False)):
        put_into(run, state, began_s_ago=40 * (len(states) - at))
    return experiment


def put_into(run: Run, state: str, *, began_s_ago: float = 40) -> None:
    began_at = timezone.now() - timedelta(seconds=began_s_ago)
    run.state, run.started_at, run.beat_at = state, began_at, timezone.now()
    if state != State.RUNNING:
        run.finished_at = began_at + timedelta(seconds=33)
    if state == State.FAILED:
        run.error = LOST
    run.phases.all().delete()
    if state == State.FINISHED:
        finish(run)
    elif state == State.RUNNING:
        Phase.objects.create(run=run, ordinal=0, name="insert", kind="drive", started_s=0.4, expected_s=30.0)
    run.save()


def finish(run: Run) -> None:
    """More clients insert more and wait longer, and every repeat differs a little."""
    dice = random.Random(run.pk)
    clients = int(run.plan.parameters["clients"])
    rate = 3000 * clients**0.7 * dice.uniform(0.93, 1.07)
    latencies = Histogram.of(int(dice.lognormvariate(math.log(1e9 * clients / rate), 0.4)) for _ in range(2000))
    told = {"name": "insert", "kind": "drive", "started_s": 0.4, "seconds": 30.0, "warmup_s": 0.0, "errors": {}}
    told |= {"by_statement": {}, "details": {}}
    figures = {"transactions": int(30 * rate), "rows": int(30 * rate), "per_second": rate}
    result = {**told, **figures, "latency_ms": latencies.summary_ms()}
    phase = Phase.objects.create(
        run=run, ordinal=1, name="insert", kind="drive", started_s=0.4, finished_s=30.4, result=result
    )
    StoredHistogram.objects.create(phase=phase, counts=latencies.to_bytes())
    tables = {**told, "name": "create tables", "kind": "sql", "seconds": dice.uniform(0.02, 0.05)}
    Phase.objects.create(
        run=run, ordinal=0, name="create tables", kind="sql", started_s=0.0, finished_s=0.4, result=tables
    )
    run.headline = rate
