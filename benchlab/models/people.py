"""Who may do what: three roles, each with the rights of those before it."""

import hashlib
import secrets
from datetime import timedelta
from typing import Self

from django.contrib.auth import user_logged_in
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from benchlab.models import audit


class Role(models.TextChoices):
    VIEWER = "viewer", "Viewer"
    RUNNER = "runner", "Runner"
    ADMIN = "admin", "Admin"


_VIEWER = frozenset({"benchlab.view"})
_RUNNER = _VIEWER | {"benchlab.launch_run", "benchlab.cancel_run", "benchlab.annotate_run", "benchlab.share"}
_ADMIN = _RUNNER | {
    "benchlab.delete_run",
    "benchlab.manage_servers",
    "benchlab.edit_definitions",
    "benchlab.manage_people",
    "benchlab.manage_notices",
}
PERMISSIONS: dict[str, frozenset[str]] = {Role.VIEWER: _VIEWER, Role.RUNNER: _RUNNER, Role.ADMIN: _ADMIN}


class User(AbstractUser):
    role = models.CharField(max_length=10, choices=Role, default=Role.VIEWER)

    class Meta:
        ordering = ("username",)

    def get_absolute_url(self) -> str:
        return reverse("person", args=[self.pk])

    def keep(self) -> None:
        """Save what an admin entered of them."""
        action = "changed" if self.pk else "added"
        self.save()
        audit.record(action, self, role=self.role, may_sign_in=self.is_active)


@receiver(user_logged_in)
def _record_sign_in(sender: object, user: User, **signal: object) -> None:  # noqa: ARG001
    audit.record("signed in", user)


class SignInLink(models.Model):
    """A one-time address that signs its user in; only the token's hash is kept."""

    LIFETIME = timedelta(hours=24)

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    @classmethod
    def make(cls, user: User) -> str:
        """A new link's token; it can not be read again afterwards."""
        token = secrets.token_urlsafe(32)
        cls.objects.create(user=user, token_hash=hashed(token), expires_at=timezone.now() + cls.LIFETIME)
        audit.record("made a sign-in link for", user)
        return token

    @classmethod
    def usable(cls, token: str) -> Self | None:
        now = timezone.now()
        return cls.objects.filter(token_hash=hashed(token), used_at=None, expires_at__gt=now).first()

    def use(self) -> bool:
        """Spend the link; False if somebody else was faster."""
        return type(self).objects.filter(pk=self.pk, used_at=None).update(used_at=timezone.now()) == 1


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
