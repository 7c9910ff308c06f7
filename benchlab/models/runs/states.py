"""The states that a run goes through."""

from datetime import timedelta

from django.db import models

LOST_AFTER = timedelta(seconds=10)
"""A run that has not beaten for so long has lost its worker."""


class State(models.TextChoices):
    QUEUED = "queued"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


ENDED = (State.FINISHED, State.FAILED, State.CANCELLED)
