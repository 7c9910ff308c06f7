"""People, their rights, tokens and links, and the audit log of what they did."""

from benchlab.models.accounts.audit_log import Actor, AuditEntry, acting
from benchlab.models.accounts.invitation import Invitation
from benchlab.models.accounts.login_throttle import FailedSignIns, SignInAttempt
from benchlab.models.accounts.one_time_links import hashed
from benchlab.models.accounts.people import Role, SignInLink, User
from benchlab.models.accounts.tokens import ApiToken, UnknownToken

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
