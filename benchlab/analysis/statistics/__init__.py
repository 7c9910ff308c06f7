"""Tests and estimates on series of numbers; nothing here knows what they measure."""
