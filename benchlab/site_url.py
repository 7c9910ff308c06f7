"""The address that people open benchlab at, as the environment names it."""

from dataclasses import dataclass
from urllib.parse import urlsplit

WRONG = "BENCHLAB_URL can not be read. It is what people open, without a path, such as https://bench.example.org."


@dataclass(frozen=True)
class Site:
    url: str
    host: str
    """As in a Host header, without the port."""
    origin: str
    """As in an Origin header."""
    is_https: bool


def read_site_url(url: str) -> Site:
    """Raises ValueError with a sentence."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise ValueError(WRONG) from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.path.strip("/"):
        raise ValueError(WRONG)
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    origin = f"{parts.scheme}://{host}" + (f":{port}" if port else "")
    return Site(url, host, origin, parts.scheme == "https")
