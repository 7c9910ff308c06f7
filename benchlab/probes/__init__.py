"""What is watched around a run: the host, the server's counters, layouts, snapshots; and what a server can do."""

from benchlab.probes.watching import Finished, Watch, watch

__all__ = ["Finished", "Watch", "watch"]
