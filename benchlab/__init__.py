"""benchlab: manage, run, watch and compare MySQL and MariaDB benchmarks."""
