"""The filters of the list of experiments."""
