"""A comparison as its page shows it: verdicts, figures, series of several runs in one chart, and why groups differ."""

from benchlab.charts.comparisons.comparison_page import ComparisonPage

__all__ = ["ComparisonPage"]
