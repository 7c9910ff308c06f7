"""Launches that recur, and how they did."""

from benchlab.models.schedules.baseline_check import judge_ended
from benchlab.models.schedules.occurrence import Occurrence, OccurrenceOutcome
from benchlab.models.schedules.schedule import Schedule

__all__ = [
    "Occurrence",
    "OccurrenceOutcome",
    "Schedule",
    "judge_ended",
]
