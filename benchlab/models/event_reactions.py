"""What happens after an event: baselines, regressions, verdicts of schedules, notifications (decision 36)."""

import logging
from collections.abc import Callable
from typing import Any

from django.db import DatabaseError, transaction
from django.dispatch import receiver

from benchlab.models.comparisons import Baseline, trend_regression
from benchlab.models.events import Event, EventKind, event_recorded
from benchlab.models.notifications.fan_out import fan_out
from benchlab.models.runs import Run
from benchlab.models.schedules import judge_ended

log = logging.getLogger(__name__)


@receiver(event_recorded)
def react(event: Event, **signal: Any) -> None:  # noqa: ARG001
    """Where the process is killed in the middle, the keeper repeats it; deliveries are written exactly once."""
    if event.claim():
        for reaction in (_pass_baselines_on, _watch_trend, _judge_schedule):
            _attempt(reaction, event)
        if not _attempt(_notify, event):
            event.mark_reacted()


def react_to_left_behind() -> None:
    for event in Event.objects.left_behind():
        react(event)


def _attempt(reaction: Callable[[Event], None], event: Event) -> bool:
    """False for a bug, which must not keep the other reactions from happening, nor be repeated each minute."""
    try:
        reaction(event)
    except DatabaseError:
        raise
    except Exception:
        log.exception("%s failed for event %s", reaction.__name__, event.pk)
        return False
    return True


def _pass_baselines_on(event: Event) -> None:
    if event.kind == EventKind.RUN_EXCLUDED:
        excluded = Baseline.objects.filter(run=event.subject_id, run__excluded_at__isnull=False)
        excluded.pass_on(why="excluded")


def _watch_trend(event: Event) -> None:
    watched = (EventKind.RUN_FINISHED, EventKind.RUN_EXCLUDED, EventKind.RUN_INCLUDED)
    if event.kind in watched and (run := Run.objects.filter(pk=event.subject_id or 0).first()):
        trend_regression.watch(run)


def _judge_schedule(event: Event) -> None:
    if event.kind in (EventKind.RUN_FINISHED, EventKind.RUN_FAILED, EventKind.RUN_CANCELLED):
        judge_ended(run=event.subject_id)
    elif event.kind == EventKind.EXPERIMENT_OVER:
        judge_ended(experiment=event.subject_id)


def _notify(event: Event) -> None:
    with transaction.atomic():
        if event.mark_reacted():
            fan_out(event)
