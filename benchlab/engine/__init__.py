"""A Plan against servers -> a stream of events: the measured loop, pacing, histograms."""

from benchlab.engine.clock import Clock
from benchlab.engine.dry_run.dry_run import rehearse
from benchlab.engine.dry_run.scratch_schema import NotTriedError
from benchlab.engine.execution import Access, execute
from benchlab.engine.places.hang_detection import Patience
from benchlab.engine.places.workspace import Owner

__all__ = ["Access", "Clock", "NotTriedError", "Owner", "Patience", "execute", "rehearse"]
