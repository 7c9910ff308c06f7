"""The Redis that wakes workers."""
