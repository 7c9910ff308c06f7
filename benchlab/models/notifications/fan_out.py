"""Telling webhooks and people what happened."""

from benchlab.models.accounts.people import User
from benchlab.models.events.event import Event, Notice, Subject
from benchlab.models.notifications import email
from benchlab.models.notifications.delivery import Delivery
from benchlab.models.notifications.webhook import Webhook


def tell(event: Event, subject: Subject) -> None:
    """Tell all who want to know. Called in the transaction of what happened, it is done once or not at all."""
    hooks, readers = Webhook.objects.wanting(event, subject), email.readers(event, subject)
    if not hooks and not readers:
        return
    notice = Notice.objects.create(event=event, kind=subject._meta.model_name, number=subject.pk)
    for hook in hooks:
        _send_off(notice, webhook=hook)
    for reader in readers:
        _send_off(notice, person=reader)


def send_test(*, webhook: Webhook | None = None, person: User | None = None) -> Delivery:
    """Tell one of them something of no account."""
    return _send_off(Notice.objects.create(event=Event.TEST), webhook=webhook, person=person)


def _send_off(notice: Notice, *, webhook: Webhook | None = None, person: User | None = None) -> Delivery:
    delivery = Delivery.objects.create(notice=notice, webhook=webhook, person=person)
    delivery.send_off()
    return delivery
