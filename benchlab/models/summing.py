"""What a run comes down to, computed once when it ends."""

from typing import TYPE_CHECKING

from benchlab.analysis import summary
from benchlab.models import series
from benchlab.probes.metrics import METRICS

if TYPE_CHECKING:
    from benchlab.models.run import Run


def summarize(run: "Run") -> None:
    results = [phase.result for phase in run.phases.filter(result__isnull=False)]
    windows = summary.measured_windows(results)
    run.host_summary = summary.host_summary(series.read_all(run), windows, METRICS)
    run.headline = summary.headline(results)
    run.save(update_fields=["host_summary", "headline"])
