"""Guesses at passwords and tokens: so many within a quarter of an hour, at a name or from an address, and no more."""

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


class Guesses(models.Model):
    """Those of the last quarter of an hour. What was guessed at is a hash, for people type passwords as names."""

    key = models.CharField(max_length=64, unique=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField(db_index=True)

    title = "an unknown name"
    """For the audit log."""

    def __str__(self) -> str:
        return self.title

    @classmethod
    def of(cls, kind: str, whom: str) -> "Guesses":
        now = timezone.now()
        cls.objects.filter(since__lte=now - WITHIN).delete()
        return cls.objects.get_or_create(key=hashed(f"{kind} {whom}"), defaults={"since": now})[0]

    def count_one(self, most: int) -> bool:
        """False where there were too many. It is counted before it is judged, because processes judge side by side."""
        counted = Guesses.objects.filter(pk=self.pk, count__lt=most).update(count=F("count") + 1) == 1
        # By now another may have deleted it, for its time is over.
        self.count = Guesses.objects.filter(pk=self.pk).values_list("count", flat=True).first() or 0
        return counted

    def take_one_back(self) -> None:
        Guesses.objects.filter(pk=self.pk, count__gt=0).update(count=F("count") - 1)

    @property
    def minutes_left(self) -> int:
        return max(1, ceil((self.since + WITHIN - timezone.now()).total_seconds() / 60))


@dataclass(frozen=True)
class SignInGuess:
    """Somebody's at the password of whoever has the name, if anybody has."""

    name: str
    address: str

    def minutes_to_wait(self) -> int:
        """Count it; 0 where it may be judged."""
        for guesses, most in ((self._from, MOST["address"]), (self._at, MOST["name"])):
            if not guesses.count_one(most):
                return guesses.minutes_left
        return 0

    def was_right(self) -> None:
        Guesses.objects.filter(pk=self._at.pk).update(count=0)
        self._from.take_one_back()

    def was_wrong(self) -> None:
        """Noted at the first and the last of a name, and of all names that nobody has at the first of an address."""
        person, at, come = User.objects.filter(username=self.name).first(), self._at, self._from
        if at.count == 1 if person else Guesses.of("names", self.address).count_one(1):
            audit_log.record("failed to sign in as", person or at, address=self.address)
        if person and at.count == MOST["name"]:
            audit_log.record("was stopped from guessing at", person, address=self.address, failures=at.count)
        if come.count == MOST["address"]:
            come.title = "any name"
            audit_log.record("was stopped from guessing at", come, address=self.address, failures=come.count)

    @cached_property
    def _at(self) -> Guesses:
        return Guesses.of("name", self.name.strip().casefold())

    @cached_property
    def _from(self) -> Guesses:
        return Guesses.of("address", self.address)


def in_words(minutes: int) -> str:
    return f"{minutes} minute{'s' if minutes > 1 else ''}"


def minutes_to_wait_with_tokens(address: str) -> int:
    """After another token that is not known; those that are let in whoever else guesses from there."""
    guesses = Guesses.of("token", address)
    if not guesses.count_one(MOST["token"]):
        return guesses.minutes_left
    if guesses.count in (1, MOST["token"]):
        guesses.title = "tokens"
        audit_log.record("guessed at", guesses, address=address, failures=guesses.count)
    return 0
