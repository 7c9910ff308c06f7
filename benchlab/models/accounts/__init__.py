"""People, their rights, tokens and links, and the audit log of what they did."""

from benchlab.models.accounts.api_tokens import ApiToken, UnknownToken
from benchlab.models.accounts.audit_log import Actor, AuditEntry, acting
from benchlab.models.accounts.invitation import Invitation
from benchlab.models.accounts.login_throttle import FailedSignIns, SignInAttempt
from benchlab.models.accounts.one_time_links import hashed
from benchlab.models.accounts.people import Role, SignInLink, User

__all__ = [
    "Actor",
    "ApiToken",
    "AuditEntry",
    "FailedSignIns",
    "Invitation",
    "Role",
    "SignInAttempt",
    "SignInLink",
    "UnknownToken",
    "User",
    "acting",
    "hashed",
]
