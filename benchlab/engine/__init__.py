"""A Plan against servers -> a stream of events: the measured loop, pacing, histograms."""

from benchlab.engine.clock import Clock
from benchlab.engine.execution import Access, execute
from benchlab.engine.lookout import Patience
from benchlab.engine.rehearsal import rehearse
from benchlab.engine.workspace import Owner

__all__ = ["Access", "Clock", "Owner", "Patience", "execute", "rehearse"]
