"""Probes: watch the host and the server's counters during a run; take layouts and snapshots; check a server."""

from benchlab.probes.watching import Finished, Watch, watch

__all__ = ["Finished", "Watch", "watch"]
