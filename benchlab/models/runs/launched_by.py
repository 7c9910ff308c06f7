"""Who launched a run or an experiment, in the same words everywhere."""

from typing import TYPE_CHECKING

from django.db import models

from benchlab.models.accounts import User

DEMO = "Demo"
"""The label of the run that benchlab itself queues for newcomers."""


class Launchable(models.Model):
    """Something that a person, a schedule or benchlab launched."""

    label = models.CharField(max_length=100, blank=True)
    by_schedule = models.CharField(max_length=64, blank=True)
    """The name of the schedule that launched it; a text, which outlives the schedule."""

    if TYPE_CHECKING:
        created_by: models.ForeignKey[User | None, User | None]

        @property
        def is_imported(self) -> bool: ...

    class Meta:
        abstract = True

    @property
    def launched_by(self) -> str:
        """A person's name, or what launched it without one; importing a run is not launching it."""
        if self.is_imported:
            return "another benchlab"
        if self.created_by:
            return self.created_by.username
        return "benchlab" if self.label == DEMO else "the command line"

    @property
    def launcher(self) -> str:
        """With the schedule that it was launched by: “ann, by schedule nightly”."""
        return f"{self.launched_by}, by schedule {self.by_schedule}" if self.by_schedule else self.launched_by
