"""The revisions of a stored definition."""

from django.db import models

from benchlab.definitions import Definition
from benchlab.models.accounts import User
from benchlab.models.benchmarks.definition_trial import TrialOutcome, problems_from


class Revision(models.Model):
    """A definition's text as it was at one time; never changed."""

    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    text = models.TextField()
    imported = models.BooleanField(default=False)
    """It came with an imported run and is not offered for launching."""
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True)
    """None for a shipped definition."""
    created_at = models.DateTimeField(auto_now_add=True)
    tried_on = models.CharField(max_length=64, blank=True)
    """The server that it was last tried on; empty while it was not."""
    tried_at = models.DateTimeField(null=True)
    trial_problems = models.JSONField(default=list)

    class Meta:
        ordering = ("-number",)
        constraints = [models.UniqueConstraint(fields=("benchmark", "number"), name="one_revision_a_number")]

    def __str__(self) -> str:
        return f"{self.benchmark} r{self.number}"

    @property
    def definition(self) -> Definition:
        return Definition.parse(self.text)

    @property
    def trial(self) -> TrialOutcome | None:
        """The last one, with what the server refused."""
        if self.tried_at is None:
            return None
        return TrialOutcome(self.tried_on, self.tried_at, problems_from(self.trial_problems))

    def keep_trial(self, trial: TrialOutcome) -> None:
        """Store it, unless it did not take place."""
        if trial.took_place:
            self.tried_on, self.tried_at = trial.server, trial.at
            self.trial_problems = [problem.to_json() for problem in trial.problems]
            self.save(update_fields=["tried_on", "tried_at", "trial_problems"])
