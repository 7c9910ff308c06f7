"""Waiting for runs, with their progress; Ctrl-C cancels them."""

import logging
import threading
import time
from collections.abc import Sequence

from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone

from benchlab import jobs, runner
from benchlab.charts.time_left import time_left
from benchlab.charts.written import figure
from benchlab.keeper import Keeper
from benchlab.management.bench.console import Console
from benchlab.models import Experiment, Run, State
from benchlab.models.run import LOST_AFTER

POLL_S = 0.5
BAR = 24
SILENT_S = 3
"""A run that starts within this needs no words."""
NO_KEEPER = "Its worker is silent, and no keeper has ended it. Start benchlab with bin/up, which does."
NO_WORKER = "It waits until one runs: start it with bin/up, or press Ctrl-C to cancel."


class Inline(threading.Thread):
    """Executes runs one after the other in this process, while the main thread follows them and hears Ctrl-C."""

    def __init__(self) -> None:
        super().__init__(name="inline")
        self._runs: Sequence[Run] = ()
        # Redis is not asked for anything here, so that its absence is no news.
        logging.getLogger("benchlab.models.waking").setLevel(logging.ERROR)

    def execute(self, runs: Sequence[Run]) -> None:
        Keeper().sweep()
        self._runs = runs
        self.start()

    def run(self) -> None:
        try:
            for run in self._runs:
                self._execute(Run.objects.get(pk=run.pk))
        finally:
            connection.close()

    def _execute(self, run: Run) -> None:
        while run.state == State.QUEUED and not self._done(run):
            time.sleep(POLL_S)
            Keeper().sweep()  # There may be no other, and what it waits for may have lost its worker.
            run.refresh_from_db()

    def _done(self, run: Run) -> bool:
        try:
            return runner.execute(run)
        except Exception:
            # It is in the run's log, and the run has failed by it.
            logging.getLogger(__name__).debug("%s died", run, exc_info=True)
            return True


def follow(queued: Run | Experiment, console: Console, *, inline: Inline | None) -> None:
    """Return when all is over."""
    if inline:
        inline.execute(runs_of(queued))
    waiting, ends = Waiting(console, needs_worker=inline is None), Ends(console)
    over = False
    while not over:
        try:
            over = _is_over(queued, console, waiting, ends)
            time.sleep(0 if over else POLL_S)
        except KeyboardInterrupt:
            console.complain("Cancelling; a moment, please.")
            queued.request_cancel(reason="Ctrl-C")
    if inline:
        inline.join()
    console.clear_progress()
    queued.refresh_from_db()


def runs_of(queued: Run | Experiment) -> list[Run]:
    return [queued] if isinstance(queued, Run) else list(queued.current_runs)


def _is_over(queued: Run | Experiment, console: Console, waiting: "Waiting", ends: "Ends") -> bool:
    if isinstance(queued, Run):
        queued.refresh_from_db()
        runs, place = [queued], ""
    else:
        runs = list(queued.current_runs.light())
        ends.tell(queued, runs)
        place = place_line(queued, runs)
    if next_run := _next_of(runs):
        waiting.tell(next_run)
        console.progress(place + progress_line(next_run))
    return next_run is None


def _next_of(runs: Sequence[Run]) -> Run | None:
    """The one that runs, else the one that will."""
    left = [run for run in runs if not run.is_over]
    return next((run for run in left if run.state == State.RUNNING), next(iter(left), None))


class Ends:
    """Says once of each run of an experiment how it ended, and how long the rest takes."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._told: set[int] = set()

    def tell(self, experiment: Experiment, runs: Sequence[Run]) -> None:
        for run in runs:
            if run.is_over and run.pk not in self._told:
                self._told.add(run.pk)
                self._console.complain(self._sentence(experiment, runs, run))

    def _sentence(self, experiment: Experiment, runs: Sequence[Run], run: Run) -> str:
        showed = f", {figure(run.headline)}/s" if run.state == State.FINISHED and run.headline is not None else ""
        left = f"; {time_left(runs).words}" if _next_of(runs) else ""
        return f"{len(self._told)} of {len(runs)}: run {run.pk} ({_place(experiment, run)}) {run.state}{showed}{left}"


class Waiting:
    """Says what a run waits for, once for each reason, where nobody sees the progress."""

    def __init__(self, console: Console, *, needs_worker: bool) -> None:
        self._console, self._needs_worker = console, needs_worker
        self._told, self._since = "", time.monotonic()

    def tell(self, run: Run) -> None:
        sentence = self._while_queued(run) if run.state == State.QUEUED else self._while_running(run)
        if sentence and sentence != self._told:
            self._console.complain(f"Run {run.pk}: {sentence}")
        self._told = sentence

    def _while_running(self, run: Run) -> str:
        self._since = time.monotonic()
        silent = Run.objects.running().filter(pk=run.pk, beat_at__lt=Now() - 2 * LOST_AFTER)
        return NO_KEEPER if silent.exists() else ""

    def _while_queued(self, run: Run) -> str:
        if time.monotonic() < self._since + SILENT_S:
            return ""
        workers = jobs.live() if self._needs_worker else None
        trouble = f"{workers.trouble} {NO_WORKER}" if workers and not workers.names else ""
        if said := " ".join(filter(None, (run.waiting_for, trouble))):
            return said
        ahead = Run.objects.queued().filter(pk__lt=run.pk).count()
        return f"Waits for a free worker, {ahead} ahead of it." if ahead else "Waits for a free worker."


def place_line(experiment: Experiment, runs: Sequence[Run]) -> str:
    """Which run of how many goes on, of which cell, and how long all of them still take."""
    run = _next_of(runs)
    if run is None:
        return ""
    number = sum(each.is_over for each in runs) + 1
    return f"{number} of {len(runs)} ({_place(experiment, run)}; {time_left(runs).words}): "


def _place(experiment: Experiment, run: Run) -> str:
    repeat = f"repeat {run.repeat}" if experiment.repeats > 1 else ""
    return ", ".join(filter(None, (experiment.cell_words(run.cell), repeat)))


def progress_line(run: Run) -> str:
    if run.state == State.QUEUED:
        return f"Run {run.pk}: {run.waiting_for or 'waits for a worker.'}"
    phase = run.phases.filter(finished_s=None).last()
    if phase is None or run.started_at is None:
        return f"Run {run.pk}: getting ready"
    elapsed_s = (timezone.now() - run.started_at).total_seconds() - phase.started_s
    share = elapsed_s / phase.expected_s if phase.expected_s else (phase.done or 0) / (phase.total or 1)
    filled = round(BAR * min(share, 1))
    left = f"  {max(phase.expected_s - elapsed_s, 0):.0f} s left" if phase.expected_s else ""
    return f"Run {run.pk}: {phase.name}  [{'#' * filled}{'.' * (BAR - filled)}] {100 * min(share, 1):3.0f} %{left}"
