"""Launches what is due. Several keepers may run at once: exactly one claims each due time."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import DatabaseError, transaction
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import events
from benchlab.models.accounts import Actor, User, acting
from benchlab.models.benchmarks import PreparedLaunch
from benchlab.models.events import EventKind
from benchlab.models.experiments import Experiment
from benchlab.models.runs import Run, State
from benchlab.models.schedules.occurrence import Occurrence, OccurrenceOutcome
from benchlab.models.schedules.schedule import OVERTAKEN, Schedule

ON_TIME = timedelta(minutes=2)
"""Not late: a keeper may be restarting, or waiting for a server that hangs."""
TRIED_AGAIN_AFTER = timedelta(hours=1)
DOWN = "benchlab was not running at its time."
LATE = "Launched {minutes:,} min late: benchlab was not running at its time."
NOT_ALLOWED = "{owner}, who saved it last, may no longer launch. Somebody who may launch can take it over by saving it."
GOES_ON = "{launched} of it still {does}; it is not launched again until that has ended."
BUG = "benchlab failed because of a bug; the keeper's log has the details."

log = logging.getLogger(__name__)


def launch_due(now: datetime) -> list[Occurrence]:
    """Launch all that is due; one schedule that can not be read does not stop the others."""
    return [each for schedule in Schedule.objects.due(now) for each in _occur_safely(schedule, now)]


def _occur_safely(schedule: Schedule, now: datetime) -> list[Occurrence]:
    try:
        with acting(lambda: Actor(schedule.owner_name, f"schedule {schedule.name}")):
            return _occur(schedule, now)
    except DatabaseError:
        raise
    except Exception:
        log.exception("%s can not be launched", schedule)
        return _put_off(schedule, now)


def _occur(schedule: Schedule, now: datetime) -> list[Occurrence]:
    """Launch it, or say why not; nothing where another keeper was faster."""
    due = DueTimes.of(schedule, now)
    attempt = _attempt(schedule, by=schedule.owner) if due.kept else None
    with transaction.atomic():
        if not schedule.claim(next_at=due.next_at):
            return []
        missed = [_missed(schedule, due.missed)] if due.missed else []
        return [*missed, _store(schedule, attempt, due.kept, due.late_words)] if attempt and due.kept else missed


@dataclass(frozen=True)
class DueTimes:
    """The due times of a schedule: those that were missed, and the one that can still be launched."""

    missed: Sequence[datetime]
    kept: datetime | None
    late: timedelta
    next_at: datetime

    @classmethod
    def of(cls, schedule: Schedule, now: datetime) -> "DueTimes":
        timetable = schedule.timetable
        times = timetable.due(schedule.next_at or now, now)
        late = now - times[-1]
        is_kept = late <= max(schedule.late_within, ON_TIME)
        missed, kept = (times[:-1], times[-1]) if is_kept else (times, None)
        return cls(missed, kept, late, timetable.next_after(now))

    @property
    def late_words(self) -> str:
        return LATE.format(minutes=self.late // timedelta(minutes=1)) if self.late > ON_TIME else ""


@dataclass(frozen=True)
class Attempt:
    """The outcome of launching now."""

    outcome: OccurrenceOutcome
    reason: str = ""
    launch: PreparedLaunch | None = None
    by: User | None = None


def _attempt(schedule: Schedule, *, by: User | None) -> Attempt:
    if schedule.going_on:
        return Attempt(OccurrenceOutcome.SKIPPED, _goes_on(schedule.going_on))
    if by == schedule.owner and not schedule.may_launch:
        return Attempt(OccurrenceOutcome.REFUSED, NOT_ALLOWED.format(owner=schedule.owner_name))
    try:
        return Attempt(OccurrenceOutcome.LAUNCHED, launch=schedule.prepare(), by=by)
    except Refused as refused:
        return Attempt(OccurrenceOutcome.REFUSED, str(refused))


def _goes_on(launched: Run | Experiment) -> str:
    return GOES_ON.format(launched=launched, does="waits" if launched.state == State.QUEUED else "runs")


def _store(
    schedule: Schedule, attempt: Attempt, due_at: datetime, late_words: str = "", *, asked_by: User | None = None
) -> Occurrence:
    launched = attempt.launch.queue(schedule.order(attempt.by)) if attempt.launch else None
    known = {"outcome": attempt.outcome, "reason": attempt.reason or late_words, "asked_by": asked_by}
    what = {"experiment" if isinstance(launched, Experiment) else "run": launched}
    return _record(schedule, due_at=due_at, **known, **what)


def _missed(schedule: Schedule, times: Sequence[datetime]) -> Occurrence:
    last = f"{times[-1].astimezone(schedule.timetable.zone):%Y-%m-%d %H:%M}"
    words = DOWN if len(times) == 1 else f"benchlab was not up: {len(times):,} times were missed, the last at {last}."
    return _record(schedule, due_at=times[0], outcome=OccurrenceOutcome.MISSED, reason=words)


def _record(schedule: Schedule, **fields: Any) -> Occurrence:
    """Store it, and record an event where nothing was launched; of times skipped in a row only for the first."""
    before = schedule.occurrences.values_list("outcome", flat=True).first()
    kept = Occurrence.objects.create(schedule=schedule, **fields)
    if kept.outcome != OccurrenceOutcome.LAUNCHED and not kept.outcome == before == OccurrenceOutcome.SKIPPED:
        events.record(EventKind.NOT_LAUNCHED, kept)
    return kept


def _put_off(schedule: Schedule, now: datetime) -> list[Occurrence]:
    """Not to fail again each second."""
    refused = {"due_at": schedule.next_at or now, "outcome": OccurrenceOutcome.REFUSED, "reason": BUG}
    with transaction.atomic():
        claimed = schedule.claim(next_at=now + TRIED_AGAIN_AFTER)
        return [_record(schedule, **refused)] if claimed else []


def launch_now(schedule: Schedule, *, by: User | None) -> Run | Experiment:
    """Launch it once in the name of who asks; Refused where it could not be launched at its time, either."""
    attempt = _attempt(schedule, by=by)
    if attempt.launch is None:
        raise Refused([Problem("schedule", attempt.reason)])
    with transaction.atomic():
        if not schedule.claim():
            raise Refused([Problem("schedule", OVERTAKEN)])
        launched = _store(schedule, attempt, timezone.now(), asked_by=by).launched
    if launched is None:
        raise TypeError("a launch that was stored has a run or an experiment")
    return launched
