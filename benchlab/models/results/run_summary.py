"""What a run comes down to, computed once when it ends."""

from collections.abc import Sequence
from typing import Any

from benchlab.analysis.runs import run_summary as summary
from benchlab.analysis.runs.series import Series
from benchlab.analysis.trust import host_disturbance, short_phases
from benchlab.analysis.trust import trust_grade as grade
from benchlab.analysis.trust.trust_evidence import TrustEvidence
from benchlab.models.results import series_chunks
from benchlab.models.runs import Run
from benchlab.probes import METRICS


def summarize(run: Run) -> None:
    results = [phase.result for phase in run.phases.filter(result__isnull=False)]
    windows = summary.measured_windows(results)
    sources = series_chunks.read_all(run)
    run.host_summary = summary.host_summary(sources, windows, METRICS)
    run.headline = summary.headline(results)
    disturbed = host_disturbance.disturbances(sources, windows, results, threads=_threads(run))
    short = short_phases.too_short(run.plan, {result["name"]: result for result in results})
    run.warnings += [each for each in (*disturbed, *short) if each not in run.warnings]
    _grade(run, results, sources)
    run.save(update_fields=["host_summary", "headline", "warnings", "grade", "trust_reasons"])


def _grade(run: Run, results: Sequence[dict[str, Any]], sources: dict[str, Series]) -> None:
    """Taken back where the run ends otherwise than finished; not for one that has ended so already."""
    if run.is_over:
        return
    start, end = ((run.snapshot or {}).get(moment) or {} for moment in ("start", "end"))
    found = grade.judge(TrustEvidence(results, sources, start, end))
    run.grade, run.trust_reasons = found.grade, list(found.reasons)


def _threads(run: Run) -> int:
    """Of the host's processors; 1 where nothing is known of the host."""
    host = ((run.snapshot or {}).get("start") or {}).get("host") or {}
    return host.get("threads") or 1
