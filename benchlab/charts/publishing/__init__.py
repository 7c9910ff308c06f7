"""Shared pages: what each kind shows, and what of it only if the sharer ticks it."""

from benchlab.charts.publishing.shared_comparison import SharedComparison
from benchlab.charts.publishing.shared_experiment import SharedExperiment
from benchlab.charts.publishing.shared_run import SharedRun
from benchlab.charts.publishing.shared_trend import SharedTrend

__all__ = ["SharedComparison", "SharedExperiment", "SharedRun", "SharedTrend"]
