"""The API of comparisons, baselines and trends."""
