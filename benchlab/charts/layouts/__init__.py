"""Partition layouts as pictures and in words."""
