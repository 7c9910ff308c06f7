"""Delivering an event to one webhook or one person: the row counts, the job in Redis is only the wake-up."""

import json
import logging
import time
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Self

from django.conf import settings
from django.core.exceptions import ObjectDoesNotExist
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from redis import RedisError
from rq.timeouts import JobTimeoutException

from benchlab.http_post import Poster, UndeliveredError
from benchlab.models import mail
from benchlab.models.accounts import User
from benchlab.models.events import Event, EventKind
from benchlab.models.notifications import message_text
from benchlab.models.notifications.notification_document import document_of
from benchlab.models.notifications.webhook import Shape, Webhook
from benchlab.models.queue import wake_up_jobs
from benchlab.timestamps import iso_utc

WAITS_S = (10, 60, 300, 1800, 7200)
"""Before the second try, the third, ...; after the sixth it is given up."""
JOB_TIMEOUT_S = 30
"""Of one try, however slowly it is answered."""
FORGOTTEN_AFTER = timedelta(seconds=60)
TOO_SLOW = f"It was not taken within {JOB_TIMEOUT_S} s."
GONE = "Its subject was deleted."
BUG = "benchlab's own error, please report it with the log of the notices process: {error!r}"

log = logging.getLogger(__name__)


class DeliveryState(models.TextChoices):
    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def listed(self) -> Self:
        return self.select_related("event", "webhook", "person")

    def visible_to(self, person: User) -> Self:
        """A person's own mails; an admin's are all."""
        return self if person.has_perm("benchlab.manage_notices") else self.filter(person=person)

    def forgotten(self) -> Self:
        return self.filter(state=DeliveryState.WAITING, due_at__lt=timezone.now() - FORGOTTEN_AFTER)


class Delivery(models.Model):
    """An event on its way to a webhook or a person."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries")
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, null=True, related_name="deliveries")
    person = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="deliveries")
    state = models.CharField(max_length=10, choices=DeliveryState, default=DeliveryState.WAITING)
    tries = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(default=timezone.now)
    """When it is to be tried; while it is tried, when it must have ended."""
    tried_at = models.DateTimeField(null=True)
    seconds = models.FloatField(null=True)
    """That the last try took."""
    status = models.PositiveIntegerField(null=True)
    """What a webhook answered."""
    error = models.TextField(blank=True)
    """Why the last try failed, in a sentence."""
    excerpt = models.CharField(max_length=200, blank=True)
    """Of what a webhook said to that."""

    objects = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ("-pk",)
        indexes = [models.Index(fields=["state", "due_at"])]
        constraints = [
            models.CheckConstraint(
                condition=Q(webhook=None, person__isnull=False) | Q(person=None, webhook__isnull=False),
                name="delivery_has_one_receiver",
            )
        ]

    def __str__(self) -> str:
        return f"Delivery {self.pk}"

    @property
    def receiver(self) -> str:
        return self.webhook.name if self.webhook else self.person.username if self.person else ""

    def send_off(self) -> None:
        """Have it tried as soon as this transaction is committed."""
        transaction.on_commit(partial(_wake, [self.pk]), robust=True)

    def send_again(self) -> bool:
        """Start again with a first try; False while it is tried anyway."""
        fresh = {"state": DeliveryState.WAITING, "tries": 0, "due_at": timezone.now()}
        ended = Delivery.objects.filter(pk=self.pk).exclude(state=DeliveryState.WAITING)
        if again := ended.update(**fresh) == 1:
            self.send_off()
        return again

    def attempt(self) -> int:
        """Try it; in how many seconds it is to be tried again, or 0."""
        if not self._take():
            return 0
        began = time.monotonic()
        try:
            self._send()
            self.state, self.error, self.excerpt = DeliveryState.DELIVERED, "", ""
        except UndeliveredError as failure:
            self._note(failure, last=failure.is_final or self.tries > len(WAITS_S))
        except Exception as error:
            self._note(UndeliveredError(BUG.format(error=error)), last=True)
            raise
        finally:
            self.seconds = time.monotonic() - began
            self.save(update_fields=["state", "due_at", "seconds", "status", "error", "excerpt"])
        return WAITS_S[self.tries - 1] if self.state == DeliveryState.WAITING else 0

    def _take(self) -> bool:
        """False where it is not due: Redis may be woken twice for the same."""
        now = timezone.now()
        due = Delivery.objects.filter(pk=self.pk, state=DeliveryState.WAITING, due_at__lte=now)
        taken = {"tries": self.tries + 1, "tried_at": now, "due_at": now + timedelta(seconds=2 * JOB_TIMEOUT_S)}
        if due.filter(tries=self.tries).update(**taken) != 1:
            return False
        self.refresh_from_db()
        return True

    def _send(self) -> None:
        try:
            if self.webhook:
                self.status = self._post(self.webhook)
            elif self.person:
                self._mail(self.person)
        except JobTimeoutException as error:
            raise UndeliveredError(TOO_SLOW) from error
        except ObjectDoesNotExist as error:
            raise UndeliveredError(GONE, is_final=True) from error

    def _post(self, webhook: Webhook) -> int:
        if not (webhook.is_enabled or self.event.kind == EventKind.TEST):
            raise UndeliveredError("The webhook was disabled in the meantime.", is_final=True)
        document = document_of(self.event)
        content = message_text.for_slack(document) if webhook.shape == Shape.SLACK else document
        body = json.dumps(content).encode()
        headers = {"Content-Type": "application/json", "User-Agent": "benchlab", **self._marks(webhook, body)}
        return Poster(settings.NOTICE_TIMEOUT_S, settings.NOTICES_TO_LOOPBACK).post(webhook.url, body, headers)

    def _marks(self, webhook: Webhook, body: bytes) -> dict[str, str]:
        signature = webhook.signature(body)
        marks = {"X-Benchlab-Event": self.event.kind, "X-Benchlab-Delivery": str(self.pk)}
        return {**marks, **({"X-Benchlab-Signature": signature} if signature else {})}

    def _mail(self, person: User) -> None:
        if not mail.is_set_up():
            raise UndeliveredError(mail.HOW, is_final=True)
        if not (person.email and person.is_active):
            raise UndeliveredError("The person has no e-mail address any more, or may not sign in.", is_final=True)
        document = document_of(self.event)
        try:
            mail.send(person.email, message_text.headline(document), message_text.for_mail(document))
        except OSError as error:
            raise UndeliveredError(f"The mail server did not take it: {mail.reason_of(error)}.") from error

    def _note(self, failure: UndeliveredError, *, last: bool) -> None:
        self.status, self.error, self.excerpt = failure.status, failure.sentence, failure.excerpt
        if last:
            self.state = DeliveryState.FAILED
        else:
            self.due_at = timezone.now() + timedelta(seconds=WAITS_S[self.tries - 1])

    def to_json(self) -> dict[str, Any]:
        fields = ("state", "tries", "status", "seconds", "error", "excerpt")
        to = {"webhook": self.webhook_id, "person": self.person and self.person.username}
        times = {"tried_at": iso_utc(self.tried_at), "due_at": iso_utc(self.due_at)}
        of = {"delivery": self.pk, "notice": self.event_id, "event": self.event.kind}
        return {**of, **to, **{name: getattr(self, name) for name in fields}, **times}


def wake_for_forgotten() -> None:
    """Wake a worker for the deliveries that Redis lost, such as after it was emptied."""
    if not (forgotten := list(Delivery.objects.forgotten().values_list("pk", flat=True))):
        return
    try:
        known = wake_up_jobs.queued_deliveries()
    except RedisError as error:
        log.debug("Redis can not be reached: %s", error)
    else:
        _wake([each for each in forgotten if each not in known])


def _wake(numbers: Sequence[int]) -> None:
    try:
        for number in numbers:
            wake_up_jobs.send_delivery(number, timeout_s=JOB_TIMEOUT_S)
    except RedisError as error:
        log.warning("Notices wait, because no process could be woken for them: %s", error)
