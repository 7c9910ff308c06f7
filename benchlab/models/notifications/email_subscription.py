"""Which events people want e-mail about."""

from collections.abc import Mapping

from django.db import models, transaction
from django.db.models import Q

from benchlab.models import mail
from benchlab.models.accounts import User
from benchlab.models.events import EventKind, Subject


class EmailSubscription(models.Model):
    """One kind of event that a person wants e-mail about."""

    person = models.ForeignKey(User, on_delete=models.CASCADE, related_name="email_subscriptions")
    event = models.CharField(max_length=40, choices=EventKind)
    only_own = models.BooleanField(default=False)
    """Only about what they launched themselves."""

    class Meta:
        ordering = ("pk",)
        constraints = [models.UniqueConstraint(fields=("person", "event"), name="one_mailing_an_event")]

    def __str__(self) -> str:
        return f"{self.event} to {self.person_id}"


def subscribers(kind: str, subject: Subject) -> "list[User]":
    """Who gets e-mail about this event."""
    if not mail.is_set_up():
        return []
    launched_by = getattr(subject, "created_by_id", None) or 0
    wanted = Q(email_subscriptions__only_own=False) | Q(email_subscriptions__person=launched_by)
    active = User.objects.filter(is_active=True).exclude(email="")
    return list(active.filter(wanted, email_subscriptions__event=kind).distinct())


def subscribe(person: User, email: str, events: Mapping[str, bool]) -> None:
    """Replace the person's subscriptions by these: each kind of event, and whether only their own launches count."""
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(email=email)
        person.email_subscriptions.all().delete()
        person.email_subscriptions.bulk_create(
            EmailSubscription(person=person, event=event, only_own=own) for event, own in events.items()
        )
    person.email = email
