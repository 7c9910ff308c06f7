"""Figures of one run: its series, its summary, table growth, time left, and the study's figures."""

from benchlab.analysis.runs.figures import Figure
from benchlab.analysis.runs.series import Series

__all__ = ["Figure", "Series"]
