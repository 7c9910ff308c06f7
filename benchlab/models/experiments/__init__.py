"""Runs launched together."""
