"""A Plan against servers -> a stream of events: the measured loop, pacing, histograms."""

from benchlab.engine.dry_run.dry_run import rehearse
from benchlab.engine.execution import Access, execute
from benchlab.engine.places.workspace import Owner
from benchlab.engine.run_clock import RunClock

__all__ = ["Access", "Owner", "RunClock", "execute", "rehearse"]
