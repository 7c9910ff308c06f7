"""Comparing runs: sides, figures, verdicts, and why they differ."""
