"""What shared pages show, and what of it only if the sharer ticks it: the templates name each thing that they show."""

from benchlab.charts.publishing.comparison import SharedComparison
from benchlab.charts.publishing.experiment import SharedExperiment
from benchlab.charts.publishing.run import SharedRun
from benchlab.charts.publishing.trend import SharedTrend

__all__ = ["SharedComparison", "SharedExperiment", "SharedRun", "SharedTrend"]
