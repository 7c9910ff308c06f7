"""Events: what happened, for other rooms to react to."""

from benchlab.models.events.event import SUBSCRIBABLE, Event, EventKind, Subject, event_recorded, record

__all__ = ["SUBSCRIBABLE", "Event", "EventKind", "Subject", "event_recorded", "record"]
