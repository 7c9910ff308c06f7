"""Who did what, and when. Verbs of models write it; nothing changes or deletes it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, NoReturn

from django.db import models

from benchlab.timestamps import iso_utc

KIND_WORDS = {
    "run": "",
    "experiment": "",
    "report": "",
    "user": "person",
    "apitoken": "token",
    "sharelink": "share link",
    "savedfilter": "filter",
    "failedsignins": "",
    "guesses": "",  # As earlier versions wrote it.
}
APPEND_ONLY = "The audit log is only written to."


@dataclass(frozen=True)
class Actor:
    """Whoever acts, and by what means: a page, a token, the command line."""

    name: str
    means: str = ""


_actor: ContextVar[Callable[[], Actor]] = ContextVar("actor", default=lambda: Actor("benchlab"))


@contextmanager
def acting(actor: Callable[[], Actor]) -> Iterator[None]:
    """Whatever is recorded meanwhile was done by this actor; the function is called only then."""
    before = _actor.set(actor)
    try:
        yield
    finally:
        _actor.reset(before)


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    def update(self, **changes: Any) -> NoReturn:  # noqa: ARG002
        raise TypeError(APPEND_ONLY)

    def delete(self) -> NoReturn:
        raise TypeError(APPEND_ONLY)


class AuditEntry(models.Model):
    """One action. Names are stored as text, because they outlive what they name."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    who = models.CharField(max_length=150, db_index=True)
    means = models.CharField(max_length=120, blank=True)
    action = models.CharField(max_length=40, db_index=True)
    kind = models.CharField(max_length=40)
    """Of what it was done to: run, server, benchmark."""
    subject = models.CharField(max_length=200)
    address = models.CharField(max_length=200, blank=True)
    """The page of what it was done to, if it has one."""
    details: "models.JSONField[dict[str, Any], dict[str, Any]]" = models.JSONField(default=dict)

    objects = AuditQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.who} {self.action} {self.subject}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.pk:
            raise TypeError(APPEND_ONLY)
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:  # noqa: ARG002
        raise TypeError(APPEND_ONLY)

    @property
    def kind_words(self) -> str:
        """Empty where the subject's own name says it: “Run 12”."""
        return KIND_WORDS.get(self.kind, self.kind)

    @property
    def details_words(self) -> str:
        """“role runner, runs 4”."""
        return ", ".join(f"{name.replace('_', ' ')} {_words(value)}" for name, value in self.details.items())

    def to_json(self) -> dict[str, Any]:
        named = ("who", "means", "action", "kind", "subject", "details")
        return {"at": iso_utc(self.at), **{name: getattr(self, name) for name in named}}


def record(action: str, subject: models.Model, **details: Any) -> None:
    """Record what the current actor did: ``audit.record("deleted", run)``. No secret may be among the details."""
    actor = _actor.get()()
    address = subject.get_absolute_url() if hasattr(subject, "get_absolute_url") else ""
    AuditEntry.objects.create(
        who=actor.name[:150],
        means=actor.means[:120],
        action=action,
        kind=subject._meta.model_name or "",
        subject=str(subject)[:200],
        address=address[:200],
        details={name: value for name, value in details.items() if value not in (None, "", [], {})},
    )


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
