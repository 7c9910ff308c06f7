"""A benchlab at an address, by a token."""

import http.client
import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, build_opener
from urllib.request import Request as HttpRequest

from benchlab.cli.lab import Executor, Lab, Refused, Reply, Request, Unreachable

API = "/api/v1"
TIMEOUT_S = 120
"""A check tries every statement of a definition before it answers."""
PIECE_BYTES = 2**16
WITHOUT_ONE = (
    "There is no token. Make one on that benchlab's page “API tokens”, and put it into the environment as "
    "BENCHLAB_TOKEN, or give it on stdin with --token-stdin."
)
NOT_INLINE = "--inline executes runs in this process, and this is about a benchlab on another machine. Leave it out."
IN_THE_CLEAR = "The token goes to {host} unencrypted: whoever can read the network can use it. Use https where you can."
LOCAL = ("127.0.0.1", "localhost", "::1")


class Remote(Lab):
    poll_s = 1.0

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._opener: OpenerDirector = build_opener(_NoRedirects)

    @property
    def warning(self) -> str:
        """A sentence where others may read along."""
        parts = urlsplit(self.url)
        return "" if parts.scheme == "https" or parts.hostname in LOCAL else IN_THE_CLEAR.format(host=parts.hostname)

    def send(self, request: Request) -> Reply:
        try:
            answer = self._opener.open(self._http(request), timeout=TIMEOUT_S)
        except HTTPError as error:
            return self._reply(error)
        except (URLError, OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error
        return self._reply(answer)

    def executor(self) -> Executor:
        raise Refused.because("--inline", NOT_INLINE)

    def _http(self, request: Request) -> HttpRequest:
        query = f"?{urlencode(request.query, doseq=True)}" if request.query else ""
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        body: bytes | IO[bytes] | None = request.upload
        if request.upload:
            size_bytes = os.fstat(request.upload.fileno()).st_size  # Else urllib would send it in chunks.
            headers |= {"Content-Type": "application/zip", "Content-Length": str(size_bytes)}
        elif request.method in ("POST", "PUT"):
            headers["Content-Type"] = "application/json"
            body = json.dumps({} if request.body is None else request.body).encode()
        url = f"{self.url}{API}{request.path}{query}"
        return HttpRequest(url, body, headers, method=request.method)  # noqa: S310 - http or https, as was checked.

    def _reply(self, answer: Any) -> Reply:
        if 300 <= answer.status < 400:
            raise Unreachable(f"{self.url} sends on to {answer.headers['Location']}. Give that address if it is right.")
        return Reply(answer.status, self._pieces(answer))

    def _pieces(self, answer: Any) -> Iterator[bytes]:
        try:
            with answer:
                while piece := answer.read(PIECE_BYTES):
                    yield piece
        except (OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error

    def _unreachable(self, error: Exception) -> Unreachable:
        reason = getattr(error, "reason", None) or error
        return Unreachable(f"{self.url} does not answer: {reason}. Is the address right, and does benchlab run there?")


def named_by(options: Mapping[str, Any]) -> Remote | None:
    """The one that the options or the environment name; None where the one on this machine is meant.

    BENCHLAB_URL alone does not name one: on benchlab's own machine it is how people reach it.
    """
    token = os.environ.get("BENCHLAB_TOKEN", "")
    if not (options.get("url") or options.get("token_stdin") or token):
        return None
    if options.get("token_stdin"):
        token = sys.stdin.readline().strip()
    url = options.get("url") or os.environ.get("BENCHLAB_URL", "")
    _refuse_unusable(url, token)
    return Remote(url, token)


def _refuse_unusable(url: str, token: str) -> None:
    if not token:
        raise Refused.because("token", WITHOUT_ONE)
    if not token.isascii() or not token.isprintable() or " " in token:
        raise Refused.because("token", "What is given as the token is none: it has characters that no token has.")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        wanted = "Name the benchlab by --url or BENCHLAB_URL, as in https://bench.example.org:8000."
        raise Refused.because("--url", f"“{url}” is no address. {wanted}" if url else wanted)


class _NoRedirects(HTTPRedirectHandler):
    """The token is for one host, and urllib would hand it to any other."""

    def redirect_request(self, *_: Any) -> None:
        return None
