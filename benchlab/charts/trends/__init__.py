"""A trend as its page shows it: a figure run after run."""

from benchlab.charts.trends.trend_page import TrendPage

__all__ = ["TrendPage"]
