"""What benchlab stores, and the state changes of what it stores."""

from benchlab.models.audit import AuditEntry
from benchlab.models.baseline import Baseline
from benchlab.models.benchmark import Benchmark, Revision
from benchlab.models.delivery import Delivery
from benchlab.models.experiment import Experiment
from benchlab.models.guesses import Guesses
from benchlab.models.held import ChangedSetting, Lock
from benchlab.models.installation import Installation
from benchlab.models.invitation import Invitation
from benchlab.models.mailing import Mailing
from benchlab.models.measured import CheckOutcome, Chunk, Histogram, LayoutCapture, LogLine, Note, Phase
from benchlab.models.notice import Event, Notice
from benchlab.models.occurrence import Occurrence, Outcome
from benchlab.models.people import Role, SignInLink, User
from benchlab.models.regression import Regression, Triage
from benchlab.models.report import Report, Section
from benchlab.models.run import Run
from benchlab.models.saved_filter import Listing, SavedFilter
from benchlab.models.schedule import Schedule
from benchlab.models.server import Server
from benchlab.models.sharing import Reveal, Shared, ShareLink
from benchlab.models.states import State
from benchlab.models.tag import Tag
from benchlab.models.tokens import ApiToken
from benchlab.models.webhook import Webhook

__all__ = [
    "ApiToken",
    "AuditEntry",
    "Baseline",
    "Benchmark",
    "ChangedSetting",
    "CheckOutcome",
    "Chunk",
    "Delivery",
    "Event",
    "Experiment",
    "Guesses",
    "Histogram",
    "Installation",
    "Invitation",
    "LayoutCapture",
    "Listing",
    "Lock",
    "LogLine",
    "Mailing",
    "Note",
    "Notice",
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
