"""Launches that recur, and how they did."""
