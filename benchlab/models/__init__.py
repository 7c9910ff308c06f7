"""What benchlab stores, and the state changes of what it stores."""

from benchlab.models.accounts.audit_log import AuditEntry
from benchlab.models.accounts.invitation import Invitation
from benchlab.models.accounts.login_throttle import FailedSignIns
from benchlab.models.accounts.people import Role, SignInLink, User
from benchlab.models.accounts.tokens import ApiToken
from benchlab.models.benchmarks.benchmark import Benchmark
from benchlab.models.benchmarks.revision import Revision
from benchlab.models.comparisons.baseline import Baseline
from benchlab.models.comparisons.regression import Regression, Triage
from benchlab.models.events.event import Event, EventKind
from benchlab.models.experiments.experiment import Experiment
from benchlab.models.notifications.delivery import Delivery
from benchlab.models.notifications.email_subscription import EmailSubscription
from benchlab.models.notifications.webhook import Webhook
from benchlab.models.publishing.report import Report, Section
from benchlab.models.publishing.saved_filter import Listing, SavedFilter
from benchlab.models.publishing.share_link import Reveal, Shared, ShareLink
from benchlab.models.results.measurements import CheckOutcome, Chunk, Histogram, LayoutCapture, Note, Phase
from benchlab.models.runs.locks import ChangedSetting, Lock
from benchlab.models.runs.log import LogLine
from benchlab.models.runs.run import Run
from benchlab.models.runs.states import State
from benchlab.models.runs.tag import Tag
from benchlab.models.schedules.occurrence import Occurrence, Outcome
from benchlab.models.schedules.schedule import Schedule
from benchlab.models.servers.installation import Installation
from benchlab.models.servers.server import Server

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
