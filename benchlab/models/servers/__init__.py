"""Servers under test, and the sandboxes that benchlab makes."""
