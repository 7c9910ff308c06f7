"""Ends what a lost worker left behind, and wakes workers for what Redis lost. Several keepers may sweep at once."""

import logging
import time
from collections.abc import Callable

from django.db import DatabaseError
from django.utils import timezone

from benchlab.models import Event, Run
from benchlab.models.event_reactions import react_to_left_behind
from benchlab.models.notifications import delivery
from benchlab.models.results import series_chunks as stored_series
from benchlab.models.results import summarize
from benchlab.models.runs import cleanup, wake_for_forgotten
from benchlab.models.schedules import scheduler

PRUNE_EVERY_S = 3600
RETRY_SILENT_S = 20
"""A server that hangs or drops packets costs a sweep some seconds, in which nobody else is looked after."""

log = logging.getLogger(__name__)


class Keeper:
    def __init__(self) -> None:
        self._retry_at: dict[int, float] = {}
        """When to come back to a server, by its key: all runs that left something there wait for it."""
        self._prune_at = 0.0

    def sweep(self) -> None:
        lost = [run for run in Run.objects.lost() if fail_lost(run)]
        for run in Run.objects.needing_cleanup():
            _safely(run, self._clean_up)
        for run in lost:
            _safely(run, _summarize)
        wake_for_forgotten()
        delivery.wake_for_forgotten()
        react_to_left_behind()

    def prune(self) -> None:
        """Delete old events, once an hour."""
        if time.monotonic() >= self._prune_at:
            Event.objects.prune()
            self._prune_at = time.monotonic() + PRUNE_EVERY_S

    def _clean_up(self, run: Run) -> None:
        silent = {server for server, retry_at in self._retry_at.items() if time.monotonic() < retry_at}
        for remainder in cleanup.clean_up(run, leaving=silent):
            if not remainder.answers:
                self._retry_at[remainder.server.pk] = time.monotonic() + RETRY_SILENT_S


def keep_schedules() -> None:
    """Launch what is due: only the keeper's own process does."""
    scheduler.launch_due(timezone.now())


def _safely(run: Run, step: Callable[[Run], None]) -> None:
    """One run that can not be read must not stop the sweep for all others."""
    try:
        step(run)
    except DatabaseError:
        raise
    except Exception:
        log.exception("%s can not be looked after", run)


def _summarize(run: Run) -> None:
    stored_series.compact(run)
    summarize(run)


def fail_lost(run: Run) -> bool:
    """Fail it, saying what was lost; False if it ended, or beat again, meanwhile."""
    until_s = stored_series.measured_until(run)
    kept = "nothing was measured" if until_s is None else f"what was measured until {until_s:.0f} s is kept"
    silent_s = (timezone.now() - run.beat_at).total_seconds() if run.beat_at else 0
    sentence = f"Worker {run.worker} was lost {silent_s:.0f} s ago; {kept}."
    if not run.lose(sentence):
        return False
    log.warning("%s: %s", run, sentence)
    run.record(sentence, severity="error", at_s=until_s)
    return True
