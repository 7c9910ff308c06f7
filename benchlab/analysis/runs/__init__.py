"""Figures of one run: its series, its summary, table growth, time left, and the study's figures."""
