"""Tokens by which a program acts for a person, over the API."""

import secrets
from datetime import timedelta
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.one_time_links import hashed
from benchlab.models.accounts.people import PERMISSIONS, Role, User

PREFIX = "benchlab_"
"""By which people, and programs that look for lost secrets, know one."""
SEEN_EVERY = timedelta(minutes=1)
UNKNOWN = "This token is not known here. It may be mistyped, or of another benchlab."
REVOKED = "This token was revoked. Make a new one on the page “API tokens”."
EXPIRED = "This token has expired. Make a new one on the page “API tokens”."
DEACTIVATED = "Whose token this is may not sign in any more. An admin can change that under People."
TOO_MUCH = "A token can not do more than you can: choose your own role, or one with fewer rights."
_RANK = [role.value for role in Role]


class UnknownToken(Refused):
    """No token has this secret: it may be a guess."""


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def visible_to(self, person: User) -> Self:
        """A person's own; an admin's are all."""
        return self if person.has_perm("benchlab.manage_people") else self.filter(user=person)


class ApiToken(models.Model):
    """Shown once when it is made; only its hash is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=80)
    role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER)
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True)
    """None: never."""
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.name} of {self.user.username}"

    @classmethod
    def make(cls, user: User, name: str, *, role: str, days: int | None) -> tuple[Self, str]:
        """A new one and its secret, which can not be read again; Refused where it could do more than its owner."""
        if _RANK.index(role) > _RANK.index(user.role):
            raise Refused([Problem("role", TOO_MUCH)])
        secret = f"{PREFIX}{secrets.token_urlsafe(32)}"
        expires_at = timezone.now() + timedelta(days=days) if days else None
        token = cls.objects.create(user=user, name=name, role=role, token_hash=hashed(secret), expires_at=expires_at)
        audit_log.record("made", token, role=role, days=days)
        return token, secret

    @classmethod
    def presented(cls, secret: str) -> "ApiToken":
        """The token with this secret, marked as used; Refused says why it is of no use."""
        token = ApiToken.objects.select_related("user").filter(token_hash=hashed(secret)).first()
        if token is None:
            raise UnknownToken([Problem("token", UNKNOWN)])
        if reason := token.unusable_because:
            raise Refused([Problem("token", reason)])
        token._mark_used()
        return token

    @property
    def has_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def unusable_because(self) -> str:
        """A sentence, or nothing while it can be used."""
        if self.revoked_at:
            return REVOKED
        if self.has_expired:
            return EXPIRED
        return "" if self.user.is_active else DEACTIVATED

    @property
    def effective_role(self) -> str:
        """Its own, or its owner's where that is less by now."""
        return min(self.role, self.user.role, key=_RANK.index)

    def may(self, permission: str) -> bool:
        """What both its role and its owner's, as that is now, allow."""
        return permission in PERMISSIONS.get(self.role, ()) and self.user.has_perm(permission)

    def revoke(self) -> bool:
        """End it; False if it was revoked before."""
        revoked = ApiToken.objects.filter(pk=self.pk, revoked_at=None).update(revoked_at=timezone.now()) == 1
        if revoked:
            audit_log.record("revoked", self)
        return revoked

    def _mark_used(self) -> None:
        """At most once a minute, so that a poll does not write."""
        now = timezone.now()
        stale = Q(last_used_at=None) | Q(last_used_at__lt=now - SEEN_EVERY)
        if self.last_used_at is None or self.last_used_at < now - SEEN_EVERY:
            ApiToken.objects.filter(stale, pk=self.pk).update(last_used_at=now)
