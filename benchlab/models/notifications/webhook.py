"""Webhooks: addresses of other programs and chats that events are posted to."""

import hashlib
import hmac
from typing import Any, Self
from urllib.parse import urlsplit

from django.db import models
from django.db.models import Q
from django.urls import reverse

from benchlab.models.accounts import User, audit_log
from benchlab.models.events import SUBSCRIBABLE, Subject
from benchlab.models.fields import EncryptedField
from benchlab.models.servers import Server


class Shape(models.TextChoices):
    GENERIC = "generic", "JSON, benchlab.notice/1"
    SLACK = "slack", "Slack, Mattermost, Rocket.Chat"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def subscribed(self, kind: str, subject: Subject) -> "list[Webhook]":
        """The enabled ones that subscribed to such an event of such a subject."""
        servers = list(subject.servers.values_list("pk", flat=True))
        of_it = Q(benchmark=None) | Q(benchmark=subject.benchmark_id), Q(server=None) | Q(server__in=servers)
        return [each for each in self.filter(*of_it, is_enabled=True) if kind in each.events]

    def listed(self) -> Self:
        return self.select_related("benchmark", "server")


class Webhook(models.Model):
    """An address, the shape of the posts, and the events it subscribed to."""

    name = models.CharField(max_length=80, unique=True)
    url = EncryptedField()
    """A secret: of a chat it is all that it takes to write there."""
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
        return ", ".join(label.lower() for kind, label in SUBSCRIBABLE if kind in self.events)

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

    def to_json(self) -> dict[str, Any]:
        fields = ("name", "shape", "events", "is_enabled")
        of = {"benchmark": self.benchmark and self.benchmark.slug, "server": self.server and self.server.name}
        secret = {"has_secret": bool(self.secret), "place": self.place}
        return {"webhook": self.pk, **{name: getattr(self, name) for name in fields}, **of, **secret}
