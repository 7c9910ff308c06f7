"""Stored definitions with their revisions, and launching them."""
