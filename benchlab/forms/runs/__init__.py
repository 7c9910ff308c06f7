"""The filters of the list of runs."""
