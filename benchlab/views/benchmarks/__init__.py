"""Pages of benchmarks and their revisions."""
