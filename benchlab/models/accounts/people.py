"""Who may do what: three roles, each with the rights of those before it."""

from datetime import timedelta

from django.contrib.auth import user_logged_in
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone

from benchlab.models.accounts import audit_log
from benchlab.models.accounts.one_time_links import OneTimeLink


class Role(models.TextChoices):
    VIEWER = "viewer", "Viewer"
    RUNNER = "runner", "Runner"
    ADMIN = "admin", "Admin"


_VIEWER = frozenset({"benchlab.view"})
_RUNNER = _VIEWER | {
    "benchlab.launch_run",
    "benchlab.cancel_run",
    "benchlab.annotate_run",
    "benchlab.share",
    "benchlab.write_report",
}
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
        audit_log.record(action, self, role=self.role, may_sign_in=self.is_active)


@receiver(user_logged_in)
def _record_sign_in(sender: object, user: User, **signal: object) -> None:  # noqa: ARG001
    audit_log.record("signed in", user)


class SignInLink(OneTimeLink):
    """One that signs its user in."""

    LIFETIME = timedelta(hours=24)

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")

    @classmethod
    def make(cls, user: User) -> str:
        """A new link's token; it can not be read again afterwards."""
        _, token = cls._make(user=user, expires_at=timezone.now() + cls.LIFETIME)
        audit_log.record("made a sign-in link for", user)
        return token
