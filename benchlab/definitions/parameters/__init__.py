"""Parameters: their declarations, their values, and the grid of an experiment."""
