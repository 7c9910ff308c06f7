"""Pages of comparisons, baselines and trends."""
