"""Letting somebody in who then chooses their own name and password."""

from datetime import timedelta
from typing import Any, Self

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import mail
from benchlab.models.accounts import audit_log
from benchlab.models.accounts.one_time_links import OneTimeLink
from benchlab.models.accounts.people import Role, User
from benchlab.timestamps import iso_utc

SPENT = "This invitation was used, revoked, or has expired. Ask an admin for another."
_BY_AN_ADMIN = Q(created_by=None) | Q(created_by__is_active=True, created_by__role=Role.ADMIN)
"""Still: who was an admin must not come back by an invitation that they kept."""


class Invitation(OneTimeLink):
    """A link by which one person joins, with a role."""

    role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER)
    email = models.EmailField(blank=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    """None: the command line on benchlab's own machine."""
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)
    accepted_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.get_role_display()}{f' {self.email}' if self.email else ''}"

    @classmethod
    def make(cls, *, by: User | None, role: str, days: int, email: str = "") -> tuple[Self, str]:
        """A new one and its token, which can not be read again."""
        expires_at = timezone.now() + timedelta(days=days)
        made, token = cls._make(created_by=by, role=role, email=email, expires_at=expires_at)
        audit_log.record("made", made, role=role, email=email, days=days)
        return made, token

    @classmethod
    def _open(cls) -> "models.QuerySet[Self]":
        return super()._open().filter(_BY_AN_ADMIN, revoked_at=None)

    @property
    def state(self) -> str:
        if self.used_at:
            return "used"
        if self.revoked_at:
            return "revoked"
        if self.expires_at <= timezone.now():
            return "expired"
        return "open" if self._is_by_an_admin else "revoked"

    @property
    def _is_by_an_admin(self) -> bool:
        return self.created_by is None or (self.created_by.is_active and self.created_by.role == Role.ADMIN)

    def accept(self, person: User) -> None:
        """Let them in, who has chosen a name and a password; Refused where it is of no use any more."""
        person.role, person.email = self.role, self.email
        with transaction.atomic(), audit_log.acting(lambda: audit_log.Actor(person.username, "invitation")):
            if not self.use():
                raise Refused([Problem("invitation", SPENT)])
            person.save()
            type(self).objects.filter(pk=self.pk).update(accepted_by=person)
            audit_log.record("joined", person, role=person.role)

    def mail(self, address: str) -> str:
        """Send the address to whom it is for; why that failed, in a sentence, or nothing."""
        if not mail.is_set_up():
            return mail.HOW
        inviter = self.created_by.username if self.created_by else "Somebody"
        until = f"This link works once, until {self.expires_at:%-d %B %Y, %H:%M} UTC:"
        try:
            mail.send(self.email, f"{inviter} invites you to benchlab", [until, "", address])
        except OSError as error:
            return f"The mail server did not take it: {mail.reason_of(error)}."
        return ""

    def revoke(self) -> bool:
        """End it; False where it is of no use anyway."""
        revoked = self._open().filter(pk=self.pk).update(revoked_at=timezone.now()) == 1
        if revoked:
            audit_log.record("revoked", self)
        return revoked

    def to_json(self) -> dict[str, Any]:
        times = {name: iso_utc(getattr(self, name)) for name in ("created_at", "expires_at", "used_at")}
        people = {name: (person := getattr(self, name)) and person.username for name in ("created_by", "accepted_by")}
        return {"invitation": self.pk, "role": self.role, "email": self.email, "state": self.state, **people, **times}
