"""Tests and estimates on series of numbers; nothing here knows what they measure."""

from benchlab.analysis.statistics.location_shift import Estimate
from benchlab.analysis.statistics.spread import Spread

__all__ = ["Estimate", "Spread"]
