"""Limits failed sign-ins, by name and by address, and unknown API tokens (decision 33)."""

from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from math import ceil

from django.db import models
from django.db.models import F
from django.utils import timezone

from benchlab.models.accounts import audit_log
from benchlab.models.accounts.one_time_links import hashed
from benchlab.models.accounts.people import User

WITHIN = timedelta(minutes=15)
MOST = {"name": 5, "address": 100, "token": 100}
"""From an address it is many: a proxy's may be that of a whole team."""


class FailedSignIns(models.Model):
    """How many there were within a quarter of an hour. The key is a hash, because people type passwords as names."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)

    title = "an unknown name"
    """For the audit log."""

    def __str__(self) -> str:
        return self.title

    @classmethod
    def of(cls, kind: str, whom: str) -> "FailedSignIns":
        now = timezone.now()
        cls.objects.filter(since__lte=now - WITHIN).delete()
        return cls.objects.get_or_create(key=hashed(f"{kind} {whom}"), defaults={"since": now})[0]

    def count_one(self, most: int) -> bool:
        """False where there were too many. It is counted before it is judged, because processes judge side by side."""
        counted = FailedSignIns.objects.filter(pk=self.pk, count__lt=most).update(count=F("count") + 1) == 1
        # By now another may have deleted it, for its time is over.
        self.count = FailedSignIns.objects.filter(pk=self.pk).values_list("count", flat=True).first() or 0
        return counted

    def take_one_back(self) -> None:
        FailedSignIns.objects.filter(pk=self.pk, count__gt=0).update(count=F("count") - 1)

    @property
    def minutes_left(self) -> int:
        return max(1, ceil((self.since + WITHIN - timezone.now()).total_seconds() / 60))


@dataclass(frozen=True)
class SignInAttempt:
    """At the account with this name, if there is one."""

    name: str
    address: str

    def minutes_to_wait(self) -> int:
        """Count it; 0 where it may be judged."""
        for failures, most in ((self._by_address, MOST["address"]), (self._by_name, MOST["name"])):
            if not failures.count_one(most):
                return failures.minutes_left
        return 0

    def succeed(self) -> None:
        FailedSignIns.objects.filter(pk=self._by_name.pk).update(count=0)
        self._by_address.take_one_back()

    def fail(self) -> None:
        """The audit log gets the first and last of a name, and the first of an address at names that do not exist."""
        person, by_name, by_address = User.objects.filter(username=self.name).first(), self._by_name, self._by_address
        if by_name.count == 1 if person else FailedSignIns.of("names", self.address).count_one(1):
            audit_log.record("failed to sign in as", person or by_name, address=self.address)
        if person and by_name.count == MOST["name"]:
            audit_log.record("was stopped from guessing at", person, address=self.address, failures=by_name.count)
        if by_address.count == MOST["address"]:
            by_address.title = "any name"
            audit_log.record(
                "was stopped from guessing at", by_address, address=self.address, failures=by_address.count
            )

    @cached_property
    def _by_name(self) -> FailedSignIns:
        return FailedSignIns.of("name", self.name.strip().casefold())

    @cached_property
    def _by_address(self) -> FailedSignIns:
        return FailedSignIns.of("address", self.address)


def in_words(minutes: int) -> str:
    return f"{minutes} minute{'s' if minutes > 1 else ''}"


def minutes_to_wait_with_tokens(address: str) -> int:
    """Count another unknown token; known ones are let in all the same."""
    failures = FailedSignIns.of("token", address)
    if not failures.count_one(MOST["token"]):
        return failures.minutes_left
    if failures.count in (1, MOST["token"]):
        failures.title = "tokens"
        audit_log.record("guessed at", failures, address=address, failures=failures.count)
    return 0
