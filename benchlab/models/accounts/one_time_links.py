"""Addresses that work once, and for a while."""

import hashlib
import secrets
from typing import Any, Self

from django.db import models
from django.utils import timezone


class OneTimeLink(models.Model):
    """Only the hash of its token is kept."""

    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True

    @classmethod
    def _make(cls, **known: Any) -> tuple[Self, str]:
        """A new one and its token, which can not be read again."""
        token = secrets.token_urlsafe(32)
        return cls._default_manager.create(token_hash=hashed(token), **known), token

    @classmethod
    def usable(cls, token: str) -> Self | None:
        return cls._open().filter(token_hash=hashed(token)).first()

    def use(self) -> bool:
        """Spend it; False if somebody else was faster, or it has ended meanwhile."""
        return self._open().filter(pk=self.pk).update(used_at=timezone.now()) == 1

    @classmethod
    def _open(cls) -> "models.QuerySet[Self]":
        return cls._default_manager.filter(used_at=None, expires_at__gt=timezone.now())


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
