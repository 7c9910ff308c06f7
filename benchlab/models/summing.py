"""What a run comes down to, computed once when it ends."""

from typing import TYPE_CHECKING

from benchlab.analysis import disturbance, summary
from benchlab.models import series
from benchlab.probes.metrics import METRICS

if TYPE_CHECKING:
    from benchlab.models.run import Run


def summarize(run: "Run") -> None:
    results = [phase.result for phase in run.phases.filter(result__isnull=False)]
    windows = summary.measured_windows(results)
    sources = series.read_all(run)
    run.host_summary = summary.host_summary(sources, windows, METRICS)
    run.headline = summary.headline(results)
    disturbed = disturbance.disturbances(sources, windows, results, threads=_threads(run))
    run.warnings += [each for each in disturbed if each not in run.warnings]
    run.save(update_fields=["host_summary", "headline", "warnings"])


def _threads(run: "Run") -> int:
    """Of the host's processors; 1 where that was not told, as nothing is known of the host then."""
    host = ((run.snapshot or {}).get("start") or {}).get("host") or {}
    return host.get("threads") or 1
