"""Notifications to webhooks and people."""

from benchlab.models.notifications.delivery import Delivery
from benchlab.models.notifications.email_subscription import EmailSubscription
from benchlab.models.notifications.fan_out import send_test
from benchlab.models.notifications.webhook import Webhook

__all__ = [
    "Delivery",
    "EmailSubscription",
    "Webhook",
    "send_test",
]
