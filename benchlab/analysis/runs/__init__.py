"""Figures of one run: its summary, its growth, its tables, and the study beside it."""
