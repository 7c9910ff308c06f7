"""Generators of values."""
