"""What shared pages show, and what of it only if the sharer ticks it: the templates name each thing that they show."""

from benchlab.charts.shared.comparison import SharedComparison
from benchlab.charts.shared.experiment import SharedExperiment
from benchlab.charts.shared.run import SharedRun
from benchlab.charts.shared.sketch import Sketch
from benchlab.charts.shared.trend import SharedTrend

__all__ = ["SharedComparison", "SharedExperiment", "SharedRun", "SharedTrend", "Sketch"]
