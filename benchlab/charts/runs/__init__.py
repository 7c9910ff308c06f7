"""A run as its page shows it: summary cards, charts over time (``panels``), the phase timeline, the study's figures."""

from benchlab.charts.runs.run_page import RunPage

__all__ = ["RunPage"]
