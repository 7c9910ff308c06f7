"""Who is told by e-mail, and of what."""

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import models, transaction
from django.db.models import Q

from benchlab.models.accounts.people import User
from benchlab.models.events.event import Event, Subject

HOW = "E-mail is not set up. To set it up, configure BENCHLAB_MAIL_URL (docs/notifications.md)."


class Mailing(models.Model):
    """That a person wants to be told of an event."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mailings")
    event = models.CharField(max_length=40, choices=Event)
    only_own = models.BooleanField(default=False)
    """Only of what they launched themselves."""

    class Meta:
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=("person", "event"), name="one_mailing_an_event")]

    def __str__(self) -> str:
        return f"{self.event} to {self.person_id}"


def is_set_up() -> bool:
    return bool(settings.EMAIL_HOST)


def readers(event: Event, subject: Subject) -> "list[User]":
    """Who is to be mailed of it."""
    if not is_set_up():
        return []
    theirs = Q(mailings__only_own=False) | Q(mailings__person=getattr(subject, "created_by_id", None) or 0)
    asking = User.objects.filter(is_active=True).exclude(email="")
    return list(asking.filter(theirs, mailings__event=event).distinct())


def subscribe(person: User, email: str, events: Mapping[str, bool]) -> None:
    """Tell the person of these events from now on, each of their own only or of all; and of no others."""
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(email=email)
        person.mailings.all().delete()
        person.mailings.bulk_create(Mailing(person=person, event=event, only_own=own) for event, own in events.items())
    person.email = email


def said(error: OSError) -> str:
    """What a mail server said, or what kept us from it; without the account."""
    told = getattr(error, "smtp_error", b"") or getattr(error, "strerror", "") or type(error).__name__
    return " ".join((told.decode(errors="replace") if isinstance(told, bytes) else str(told)).split())[:200]


def send(to: str, subject: str, lines: Iterable[str]) -> None:
    """Raises OSError, of which all that goes wrong with SMTP is one."""
    EmailMessage(subject=" ".join(subject.split()), body="\n".join(lines), to=[to]).send()
