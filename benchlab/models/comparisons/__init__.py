"""Runs compared with each other, with a baseline, and over time."""
