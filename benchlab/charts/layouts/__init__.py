"""Partition layouts: as diagrams and in words, over a run, side by side, and which partitions a query read."""
