"""What benchlab stores, and the state changes of what it stores."""

from benchlab.models.accounts import ApiToken, AuditEntry, FailedSignIns, Invitation, Role, SignInLink, User
from benchlab.models.benchmarks import Benchmark, Revision
from benchlab.models.comparisons import Baseline, Regression, Triage
from benchlab.models.events import Event, EventKind
from benchlab.models.experiments import Experiment
from benchlab.models.notifications import Delivery, EmailSubscription, Webhook
from benchlab.models.publishing import Listing, Report, Reveal, SavedFilter, Section, Shared, ShareLink
from benchlab.models.results import CheckOutcome, Chunk, Histogram, LayoutCapture, Note, Phase
from benchlab.models.runs import ChangedSetting, Lock, LogLine, Run, State, Tag
from benchlab.models.schedules import Occurrence, Outcome, Schedule
from benchlab.models.servers import Installation, Server

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Baseline",
    "Benchmark",
    "ChangedSetting",
    "CheckOutcome",
    "Chunk",
    "Delivery",
    "EmailSubscription",
    "Event",
    "EventKind",
    "Experiment",
    "FailedSignIns",
    "Histogram",
    "Installation",
    "Invitation",
    "LayoutCapture",
    "Listing",
    "Lock",
    "LogLine",
    "Note",
    "Occurrence",
    "Outcome",
    "Phase",
    "Regression",
    "Report",
    "Reveal",
    "Revision",
    "Role",
    "Run",
    "SavedFilter",
    "Schedule",
    "Section",
    "Server",
    "ShareLink",
    "Shared",
    "SignInLink",
    "State",
    "Tag",
    "Triage",
    "User",
    "Webhook",
]
