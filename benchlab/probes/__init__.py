"""Probes: watch the host and the server's counters during a run; take layouts and snapshots; check a server."""

from benchlab.probes.run_watch import METRICS, Watch, WatchResults, watch

__all__ = ["METRICS", "Watch", "WatchResults", "watch"]
