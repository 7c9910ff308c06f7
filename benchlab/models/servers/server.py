"""Servers under test."""

from functools import cached_property
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.plan.server_facts import Facts
from benchlab.engine.error_messages import sentence
from benchlab.models.accounts import audit_log
from benchlab.models.benchlab_installation import Installation
from benchlab.models.fields import EncryptedField
from benchlab.mysql import Address, Error
from benchlab.probes.snapshot import server_check as probe

ADDRESS_FORM = "The address is of the form mysql://user@host:port/."

valid_name = RegexValidator(r"^[A-Za-z0-9][A-Za-z0-9._-]*$", "Use letters, digits, dots, dashes and underscores.")


class Server(models.Model):
    """A MySQL or MariaDB server; its account needs the rights that the check names."""

    name = models.CharField(max_length=64, unique=True, validators=[valid_name])
    host = models.CharField(max_length=255, default="127.0.0.1")
    port = models.PositiveIntegerField(default=3306, validators=[MinValueValidator(1), MaxValueValidator(65535)])
    socket = models.CharField(max_length=255, blank=True, help_text="Path of a Unix socket, instead of host and port.")
    user = models.CharField(max_length=128)
    password = EncryptedField(blank=True)
    tls = models.BooleanField("Require TLS", default=False)
    sandbox = models.CharField(max_length=64, blank=True, editable=False)
    """The sandbox's name where benchlab made this server itself."""
    allow_own_account = models.BooleanField(
        "Run as this account",
        default=False,
        help_text="Only if benchlab cannot create accounts for runs: definitions then have all privileges of this one.",
    )
    facts_json = models.JSONField(null=True, editable=False)
    checked_at = models.DateTimeField(null=True, editable=False)
    check_error = models.TextField(blank=True, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("server", args=[self.name])

    @property
    def address(self) -> Address:
        return Address(self.host, self.port, self.user, self.password, self.socket, self.tls)

    @cached_property
    def facts(self) -> Facts | None:
        """What the last check found; None before the first."""
        return Facts.from_json(self.facts_json) if self.facts_json else None

    def check_now(self) -> bool:
        """Connect, and remember what was found or why not; the last facts stay when it can not be reached."""
        try:
            found = probe.inspect(self.address, installation=Installation.current().token)
        except Error as error:
            self._remember(None, sentence(error, doing="Connecting"))
            return False
        self._remember(found, "")
        return True

    def keep(self) -> bool:
        """Save what somebody entered, and check it; False if it does not answer."""
        action, changed = "changed" if self.pk else "added", self._changed_fields()
        self.save()
        audit_log.record(action, self, fields=changed)
        return self.check_now()

    def _changed_fields(self) -> list[str]:
        """Those that differ from what is stored; nothing while nothing is."""
        stored = Server.objects.filter(pk=self.pk).first()
        names = [field.name for field in self._meta.fields if field.editable]
        return [name for name in names if stored and getattr(self, name) != getattr(stored, name)]

    @property
    def is_in_use(self) -> bool:
        """Whether a run goes on there, waits for it, or has left a setting there that is yet to be put back."""
        in_use = Q(state__in=("queued", "running")) | Q(locks__isnull=False) | Q(changed_settings__isnull=False)
        return self.runs.filter(in_use).exists()

    def remove(self) -> None:
        """Forget the server; its runs are kept. Refused while one of them uses it or waits for it."""
        if self.is_in_use:
            raise Refused([Problem(f"server {self.name}", "A run uses it or waits for it. Cancel that run first.")])
        if names := ", ".join(self.schedules.values_list("name", flat=True)):
            raise Refused([Problem(f"server {self.name}", f"Launched there by schedule: {names}. Change that first.")])
        audit_log.record("deleted", self)
        self.delete()

    def _remember(self, found: Facts | None, error: str) -> None:
        self.checked_at = timezone.now()
        self.check_error = error
        if found:
            self.facts_json = found.to_json()
            self.__dict__.pop("facts", None)
        self.save(update_fields=["checked_at", "check_error", "facts_json"])


def read_address(url: str) -> dict[str, Any]:
    """The fields of the server at ``mysql://user@host:port/`` or ``mysql://user@localhost/?socket=/path``."""
    try:
        parts = urlsplit(url)
        port = parts.port or 3306
    except ValueError as error:
        raise Refused([Problem("url", f"{error}.")]) from error
    if parts.scheme != "mysql" or not parts.username:
        raise Refused([Problem("url", ADDRESS_FORM)])
    query = parse_qs(parts.query)
    return {
        "host": parts.hostname or "127.0.0.1",
        "port": port,
        "user": unquote(parts.username),
        "password": unquote(parts.password or ""),
        "socket": query.get("socket", [""])[0],
        "tls": query.get("tls", [""])[0] in ("1", "true"),
    }
