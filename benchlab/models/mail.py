"""Sending e-mail through the configured mail server."""

from collections.abc import Iterable

from django.conf import settings
from django.core.mail import EmailMessage

HOW = "E-mail is not set up. To set it up, configure BENCHLAB_MAIL_URL (docs/notifications.md)."


def is_set_up() -> bool:
    return bool(settings.EMAIL_HOST)


def send(to: str, subject: str, lines: Iterable[str]) -> None:
    """Raises OSError, the base class of everything that goes wrong with SMTP."""
    EmailMessage(subject=" ".join(subject.split()), body="\n".join(lines), to=[to]).send()


def reason_of(error: OSError) -> str:
    """What the mail server answered, or why it was not reached; without the account."""
    answer = getattr(error, "smtp_error", b"") or getattr(error, "strerror", "") or type(error).__name__
    return " ".join((answer.decode(errors="replace") if isinstance(answer, bytes) else str(answer)).split())[:200]
