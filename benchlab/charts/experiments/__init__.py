"""An experiment as its page shows it: the grid of runs, figures and charts of each phase, the study's table."""

from benchlab.charts.experiments.experiment_page import ExperimentPage
from benchlab.charts.experiments.result_sections import Results, results_of

__all__ = ["ExperimentPage", "Results", "results_of"]
