"""Addresses of other programs, chats among them, that are told what happened."""

import hashlib
import hmac
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q
from django.urls import reverse

from benchlab.models.accounts import audit_log
from benchlab.models.accounts.people import User
from benchlab.models.events.event import WANTED, Event, Subject
from benchlab.models.fields import EncryptedField
from benchlab.models.servers.server import Server

if TYPE_CHECKING:
    from benchlab.models.notifications.delivery import Delivery


class Shape(models.TextChoices):
    GENERIC = "generic", "JSON, benchlab.notice/1"
    SLACK = "slack", "Slack, Mattermost, Rocket.Chat"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def wanting(self, event: Event, subject: Subject) -> "list[Webhook]":
        """Those that are to be told of it."""
        servers = list(subject.servers.values_list("pk", flat=True))
        of_it = Q(benchmark=None) | Q(benchmark=subject.benchmark_id), Q(server=None) | Q(server__in=servers)
        return [each for each in self.filter(*of_it, is_enabled=True) if event in each.events]

    def listed(self) -> Self:
        return self.select_related("benchmark", "server")


class Webhook(models.Model):
    """Who is posted to, in which shape, of what."""

    name = models.CharField(max_length=80, unique=True)
    url = EncryptedField()
    """Of a chat it is a secret: whoever has it may write there."""
    shape = models.CharField(max_length=10, choices=Shape, default=Shape.GENERIC)
    secret = EncryptedField(blank=True)
    """Signs each body, so that who receives it knows whose it is."""
    events: "models.JSONField[list[str], list[str]]" = models.JSONField(default=list)
    benchmark = models.ForeignKey("benchlab.Benchmark", on_delete=models.CASCADE, null=True, blank=True)
    """None: of all."""
    server = models.ForeignKey(Server, on_delete=models.CASCADE, null=True, blank=True)
    is_enabled = models.BooleanField(default=True)
    created_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("webhook", args=[self.pk])

    @property
    def place(self) -> str:
        """As much of its address as may be shown."""
        parts = urlsplit(self.url)
        port = f":{parts.port}" if parts.port else ""
        return f"{parts.scheme}://{parts.hostname}{port}/…"

    @property
    def events_words(self) -> str:
        return ", ".join(label.lower() for event, label in WANTED if event in self.events)

    def signature(self, body: bytes) -> str:
        """For the header X-Benchlab-Signature; empty without a secret."""
        if not self.secret:
            return ""
        return f"sha256={hmac.new(self.secret.encode(), body, hashlib.sha256).hexdigest()}"

    def keep(self) -> None:
        """Save what an admin entered of it."""
        action = "changed" if self.pk else "added"
        self.save()
        audit_log.record(action, self, events=self.events, enabled=self.is_enabled)

    def remove(self) -> None:
        audit_log.record("deleted", self)
        self.delete()

    def test(self) -> "Delivery":
        """Tell it something of no account, also while it is disabled."""
        from benchlab.models.notifications import fan_out  # They are delivered to webhooks.

        audit_log.record("tested", self)
        return fan_out.send_test(webhook=self)

    def to_json(self) -> dict[str, Any]:
        told = ("name", "shape", "events", "is_enabled")
        of = {"benchmark": self.benchmark and self.benchmark.slug, "server": self.server and self.server.name}
        secret = {"has_secret": bool(self.secret), "place": self.place}
        return {"webhook": self.pk, **{name: getattr(self, name) for name in told}, **of, **secret}
