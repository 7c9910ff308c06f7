"""A Plan against servers -> a stream of events: the measured loop, pacing, histograms."""

from benchlab.engine.dry_run.dry_run import rehearse
from benchlab.engine.dry_run.scratch_schema import NotTriedError
from benchlab.engine.execution import Access, execute
from benchlab.engine.places.hang_detection import Patience
from benchlab.engine.places.workspace import Owner
from benchlab.engine.run_clock import RunClock

__all__ = ["Access", "NotTriedError", "Owner", "Patience", "RunClock", "execute", "rehearse"]
