"""The API of the catalogue: benchmarks, revisions, checks and launches."""
