"""Runs: the queue, the locks, the state changes and the cleanup."""
