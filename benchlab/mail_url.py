"""The address of a mail server, as the environment names it."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
WRONG = (
    "BENCHLAB_MAIL_URL can not be read. It is smtp://user:password@host:587 (STARTTLS), smtps://...:465 (TLS from the "
    "start), or smtp+plain://host:25 (not encrypted); write other characters than letters and digits as %3A and so on."
)


@dataclass(frozen=True)
class MailServer:
    host: str = ""
    port: int = PORTS["smtp"]
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def read_mail_url(url: str) -> MailServer:
    """One without a host where none is named; ValueError with a sentence that holds no password."""
    if not url:
        return MailServer()
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        raise ValueError(WRONG) from None
    if not parts.hostname:
        raise ValueError(WRONG)
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, port, user, password, parts.scheme == "smtp", parts.scheme == "smtps")
