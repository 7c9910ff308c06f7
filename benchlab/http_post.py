"""Posting a document to an address that an admin entered: little is read of the answer, and nothing is followed."""

from collections.abc import Mapping
from contextlib import closing, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any

import urllib3
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NameResolutionError, ReadTimeoutError, SSLError
from urllib3.util import Timeout, Url, parse_url

READ_BYTES = 2000
EXCERPT = 200
LATER = (408, 425, 429)
"""What a server answers that may take it another time."""
NOT_THERE = "It is at {address}, {kind}, to which benchlab sends nothing{remedy}."


class UndeliveredError(Exception):
    """Why it did not arrive, in a sentence; ``is_final`` where another try would not help."""

    def __init__(self, sentence: str, *, is_final: bool = False, status: int | None = None, excerpt: str = "") -> None:
        super().__init__(sentence)
        self.sentence, self.is_final, self.status, self.excerpt = sentence, is_final, status, excerpt


@dataclass(frozen=True)
class Poster:
    timeout_s: float
    """To connect, and then for each part of the answer."""
    to_loopback: bool = False
    """Whether programs on this machine may be reached."""

    def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """The status, which is one of success; else UndeliveredError."""
        parts = parse_url(url)
        try:
            return self._post(parts, body, headers)
        except HTTPError as error:
            raise UndeliveredError(_sentence(error, parts)) from error

    def _post(self, parts: Url, body: bytes, headers: Mapping[str, str]) -> int:
        timeout = Timeout(connect=self.timeout_s, read=self.timeout_s)
        kind = _SecurePool if parts.scheme == "https" else _Pool
        how: dict[str, Any] = {"timeout": timeout, "retries": False, "to_loopback": self.to_loopback}
        with kind(str(parts.host).strip("[]"), parts.port, **how) as pool:
            raw = {"redirect": False, "preload_content": False, "decode_content": False}
            answer = pool.urlopen("POST", parts.request_uri, body, dict(headers), **raw)
            with closing(answer):
                _refuse_unless_taken(answer.status, answer.read(READ_BYTES))
            return answer.status


def obstacle(address: str, *, to_loopback: bool) -> str:
    """Why nothing is sent to this IP address; empty where it is. Private networks are where teams have their chat."""
    found = ip_address(address.partition("%")[0])
    found = getattr(found, "ipv4_mapped", None) or found
    if found.is_loopback and not to_loopback:
        remedy = " unless BENCHLAB_NOTICES_TO_LOOPBACK=1 is set"
        return NOT_THERE.format(address=address, kind="on benchlab's own machine", remedy=remedy)
    if found.is_link_local or found.is_multicast or found.is_unspecified:
        return NOT_THERE.format(address=address, kind="no address of a server", remedy="")
    return ""


def obstacle_of_host(host: str, *, to_loopback: bool) -> str:
    """The same of a host as it is entered; where another name leads is known only once it is reached."""
    host = host.strip("[]").lower()
    with suppress(ValueError):
        return obstacle("127.0.0.1" if host == "localhost" else host, to_loopback=to_loopback)
    return ""


class _Checked:
    """Looks whom it has reached before it sends anything: a name may lead elsewhere from one moment to the next."""

    sock: Any

    def __init__(self, *arguments: Any, to_loopback: bool, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._to_loopback = to_loopback

    def connect(self) -> None:
        super().connect()  # type: ignore[misc]
        if sentence := obstacle(self.sock.getpeername()[0], to_loopback=self._to_loopback):
            raise UndeliveredError(sentence, is_final=True)


class _Connection(_Checked, HTTPConnection):
    pass


class _SecureConnection(_Checked, HTTPSConnection):
    pass


class _Pool(urllib3.HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(urllib3.HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


def _refuse_unless_taken(status: int, body: bytes) -> None:
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        sentence = f"It answers with a redirect ({status}), which is not followed: enter the address that it leads to."
        raise UndeliveredError(sentence, is_final=True, status=status)
    final = 400 <= status < 500 and status not in LATER
    raise UndeliveredError(f"It answers with {status}.", is_final=final, status=status, excerpt=_excerpt(body))


def _excerpt(body: bytes) -> str:
    words = " ".join(body.decode(errors="replace").split())
    return "".join(each for each in words if each.isprintable())[:EXCERPT]


def _sentence(error: HTTPError, parts: Url) -> str:
    place = f"{parts.host}:{parts.port}" if parts.port else str(parts.host)
    match error:
        case NameResolutionError():
            return f"There is no host {parts.host}."
        case ConnectTimeoutError():
            return f"Nobody answers at {place}."
        case ReadTimeoutError():
            return f"{place} took the connection, and then did not answer in time."
        case SSLError():
            return f"The certificate of {place} is not to be trusted: {error.args[-1] if error.args else error}"
    return f"{place} can not be reached, or breaks off: {type(error).__name__}."
