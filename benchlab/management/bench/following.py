"""Waiting for runs, with their progress; Ctrl-C cancels them."""

import logging
import threading
import time
from collections.abc import Sequence

from django.db import connection
from django.utils import timezone

from benchlab import runner
from benchlab.keeper import Keeper
from benchlab.management.bench.console import Console
from benchlab.models import Run, State

POLL_S = 0.5
BAR = 24


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


def follow(runs: Sequence[Run], console: Console, *, inline: Inline | None) -> None:
    """Return when all are over."""
    if inline:
        inline.execute(runs)
    while not _all_over(runs, console):
        try:
            time.sleep(POLL_S)
        except KeyboardInterrupt:
            _cancel(runs, console)
    if inline:
        inline.join()
    console.clear_progress()
    for run in runs:
        run.refresh_from_db()


def _all_over(runs: Sequence[Run], console: Console) -> bool:
    left = [run for run in Run.objects.filter(pk__in=[run.pk for run in runs]).order_by("pk") if not run.is_over]
    if left:
        done = f"{len(runs) - len(left) + 1} of {len(runs)}: " if len(runs) > 1 else ""
        console.progress(done + progress_line(left[0]))
    return not left


def _cancel(runs: Sequence[Run], console: Console) -> None:
    console.complain("Cancelling; a moment, please.")
    for run in reversed(runs):  # The last one first, so that none starts meanwhile.
        run.request_cancel(reason="Ctrl-C")


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
