"""Links by which somebody who can not sign in sees one page, and nothing else."""

import secrets
from datetime import timedelta
from typing import Any, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from benchlab.models.accounts import User, audit_log, hashed
from benchlab.models.fields import PackedField

LONGEST_TITLE, MOST_DAYS = 120, 365
SEEN_EVERY = timedelta(minutes=1)


class Shared(models.TextChoices):
    """What a link can lead to."""

    RUN = "run"
    COMPARISON = "comparison"
    EXPERIMENT = "experiment"
    TREND = "trend"
    REPORT = "report"


class Reveal(models.TextChoices):
    """What a shared page leaves out unless it is revealed."""

    SERVERS = "servers", "names of servers"
    HOSTS = "hosts", "hosts"
    PEOPLE = "people", "people"
    SETTINGS = "settings", "settings and texts"
    WORDS = "words", "errors, warnings and notes"


class ShareLinkQuerySet(models.QuerySet["ShareLink"]):
    def visible_to(self, person: User) -> Self:
        """A person's own; an admin's are all."""
        return self if person.has_perm("benchlab.manage_people") else self.filter(user=person)

    def listed(self) -> Self:
        return self.select_related("user").defer("frozen")


class ShareLink(models.Model):
    """Shown once when it is made; only its hash is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="share_links")
    """Who shares it: it works for as long as they may share. None: the command line on this machine."""
    kind = models.CharField(max_length=10, choices=Shared)
    query = models.TextField()
    """Which run, experiment, comparison or trend, as an address says it behind the question mark."""
    title = models.CharField(max_length=LONGEST_TITLE)
    reveals = models.JSONField(default=list)
    is_frozen = models.BooleanField()
    frozen: "models.Field[Any, Any]" = PackedField(default=None)
    """What a frozen link shows: the page as it was when it was shared."""
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    opened = models.PositiveIntegerField(default=0)
    """How often; what is opened again within a minute counts once."""
    last_opened_at = models.DateTimeField(null=True)

    objects = ShareLinkQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return self.title

    @classmethod
    def make(cls, user: User | None, *, days: int, frozen: Any = None, **known: Any) -> tuple[Self, str]:
        """A new one and its token, which can not be read again; with something ``frozen`` it shows that for ever."""
        token = secrets.token_urlsafe(32)
        expires_at = timezone.now() + timedelta(days=days)
        kept = {"frozen": frozen, "is_frozen": frozen is not None, "expires_at": expires_at}
        link = cls.objects.create(user=user, token_hash=hashed(token), **kept, **known)
        known = {"what": f"{link.kind} {link.query}", "days": days, "frozen": link.is_frozen, "reveals": link.reveals}
        audit_log.record("shared", link, **known)
        return link, token

    @classmethod
    def usable(cls, token: str) -> "ShareLink | None":
        """Nothing for whatever is unknown, expired or revoked, or was shared by somebody who may not any more."""
        current = ShareLink.objects.filter(token_hash=hashed(token), revoked_at=None, expires_at__gt=timezone.now())
        link = current.select_related("user").first()
        return link if link and (link.user is None or link.user.has_perm("benchlab.share")) else None

    @property
    def has_expired(self) -> bool:
        return self.expires_at <= timezone.now()

    @property
    def reveals_words(self) -> list[str]:
        return [str(Reveal(each).label) for each in self.reveals]

    def revoke(self) -> bool:
        """End it; False if it was revoked before."""
        revoked = ShareLink.objects.filter(pk=self.pk, revoked_at=None).update(revoked_at=timezone.now()) == 1
        if revoked:
            audit_log.record("revoked", self)
        return revoked

    def count_opening(self) -> None:
        """At most once a minute, so that nobody can make benchlab write by asking."""
        now = timezone.now()
        stale = Q(last_opened_at=None) | Q(last_opened_at__lt=now - SEEN_EVERY)
        if self.last_opened_at is None or self.last_opened_at < now - SEEN_EVERY:
            ShareLink.objects.filter(stale, pk=self.pk).update(opened=F("opened") + 1, last_opened_at=now)
