"""Runs compared with each other, with a baseline, and over time."""

from benchlab.models.comparisons.baseline import Baseline, pin_experiment, pin_run
from benchlab.models.comparisons.comparison import compare_as_groups, compare_by_pairs
from benchlab.models.comparisons.trend import ParameterChoice, Trend, TrendPoint
from benchlab.models.comparisons.trend_regression import Regression, Triage

__all__ = [
    "Baseline",
    "ParameterChoice",
    "Regression",
    "Trend",
    "TrendPoint",
    "Triage",
    "compare_as_groups",
    "compare_by_pairs",
    "pin_experiment",
    "pin_run",
]
