"""Fanning events out to the webhooks and people that subscribed to them."""

from benchlab.models.accounts import User, audit_log
from benchlab.models.events import SUBSCRIBABLE, Event, EventKind, Subject
from benchlab.models.experiments import Experiment
from benchlab.models.notifications.delivery import Delivery
from benchlab.models.notifications.email_subscription import subscribers
from benchlab.models.notifications.webhook import Webhook
from benchlab.models.runs import Run, State

_SUBSCRIBABLE = frozenset(kind for kind, _ in SUBSCRIBABLE)


def fan_out(event: Event) -> None:
    """Write a delivery for each subscriber, in the caller's transaction; none where the subject was deleted."""
    subject = event.subject if event.kind in _SUBSCRIBABLE else None
    if subject is None or _is_noise(event, subject):
        return
    for webhook in Webhook.objects.subscribed(event.kind, subject):
        _deliver(event, webhook=webhook)
    for person in subscribers(event.kind, subject):
        _deliver(event, person=person)


def send_test(*, webhook: Webhook | None = None, person: User | None = None) -> Delivery:
    """Send a test event to one receiver; to a webhook also while it is disabled."""
    if webhook:
        audit_log.record("tested", webhook)
    return _deliver(Event.make_test(), webhook=webhook, person=person)


def _is_noise(event: Event, subject: Subject) -> bool:
    """Of a hundred runs of an experiment each finished one would be, and each failed one but the first.

    Whoever cancelled a whole experiment knows that it is over.
    """
    if isinstance(subject, Experiment):
        return not (subject.tally[State.FINISHED] or subject.tally[State.FAILED])
    if not isinstance(subject, Run) or subject.experiment_id is None:
        return False
    return event.kind == EventKind.RUN_FINISHED or _has_failed_before(event, subject)


def _has_failed_before(event: Event, run: Run) -> bool:
    """Whether the experiment had a failed run before this event."""
    failed = Run.objects.current().filter(experiment=run.experiment_id, state=State.FAILED).exclude(pk=run.pk)
    earlier = Event.objects.filter(kind=EventKind.RUN_FAILED, pk__lt=event.pk)
    return earlier.filter(subject_id__in=failed.order_by().values("pk")).exists()


def _deliver(event: Event, *, webhook: Webhook | None = None, person: User | None = None) -> Delivery:
    delivery = Delivery.objects.create(event=event, webhook=webhook, person=person)
    delivery.send_off()
    return delivery
