"""Runs: the queue, the locks, the state changes and the cleanup."""

from benchlab.models.runs.launched_by import DEMO, Launchable
from benchlab.models.runs.lock_acquisition import claim
from benchlab.models.runs.locks import ChangedSetting, Lock, needed_resources
from benchlab.models.runs.log import LogLine
from benchlab.models.runs.queries import RunQuerySet
from benchlab.models.runs.run import SNAPSHOT_FIELDS, Run
from benchlab.models.runs.states import ENDED, LOST_AFTER, State
from benchlab.models.runs.tag import Tag
from benchlab.models.runs.wake_up import wake_for, wake_for_all, wake_for_first, wake_for_forgotten

__all__ = [
    "DEMO",
    "ENDED",
    "LOST_AFTER",
    "SNAPSHOT_FIELDS",
    "ChangedSetting",
    "Launchable",
    "Lock",
    "LogLine",
    "Run",
    "RunQuerySet",
    "State",
    "Tag",
    "claim",
    "needed_resources",
    "wake_for",
    "wake_for_all",
    "wake_for_first",
    "wake_for_forgotten",
]
