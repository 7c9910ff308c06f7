"""Verbs of the command line that read the database themselves, and so work on benchlab's own machine only."""
