"""The API of runs: their measurements and annotations."""
