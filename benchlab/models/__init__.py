"""What benchlab stores, and the state changes of what it stores."""

from benchlab.models.accounts import ApiToken, AuditEntry, FailedSignIns, Invitation, Role, SignInLink, User
from benchlab.models.benchlab_installation import Installation
from benchlab.models.benchmarks import Benchmark, Revision
from benchlab.models.comparisons import Baseline, Regression, Triage
from benchlab.models.events import Event, EventKind
from benchlab.models.experiments import Experiment
from benchlab.models.notifications import Delivery, EmailSubscription, Webhook
from benchlab.models.publishing import Listing, Report, ReportSection, Reveal, SavedFilter, Shared, ShareLink
from benchlab.models.results import CheckOutcome, Chunk, LayoutCapture, Note, Phase, StoredHistogram
from benchlab.models.runs import ChangedSetting, Lock, LogLine, Run, State, Tag
from benchlab.models.schedules import Occurrence, OccurrenceOutcome, Schedule
from benchlab.models.servers import Server

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
    "Installation",
    "Invitation",
    "LayoutCapture",
    "Listing",
    "Lock",
    "LogLine",
    "Note",
    "Occurrence",
    "OccurrenceOutcome",
    "Phase",
    "Regression",
    "Report",
    "ReportSection",
    "Reveal",
    "Revision",
    "Role",
    "Run",
    "SavedFilter",
    "Schedule",
    "Server",
    "ShareLink",
    "Shared",
    "SignInLink",
    "State",
    "StoredHistogram",
    "Tag",
    "Triage",
    "User",
    "Webhook",
]
