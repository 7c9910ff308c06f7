"""The log of a run."""

from django.db import models


class LogLine(models.Model):
    """What the run's reader may want to know, in order."""

    run = models.ForeignKey("benchlab.Run", on_delete=models.CASCADE, related_name="log")
    at_s = models.FloatField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    severity = models.CharField(max_length=10, default="info")
    phase = models.CharField(max_length=100, blank=True)
    message = models.TextField()

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.message
