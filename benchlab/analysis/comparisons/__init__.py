"""Comparing runs: sides, figures, verdicts, and why they differ."""

from benchlab.analysis.comparisons.comparison import Comparison, compare
from benchlab.analysis.comparisons.sides import Side
from benchlab.analysis.comparisons.verdict import Verdict

__all__ = ["Comparison", "Side", "Verdict", "compare"]
