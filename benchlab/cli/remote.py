"""A benchlab at an address, used with a token."""

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

from benchlab.cli.lab import Executor, Lab, RefusedRequest, Reply, Request, Unreachable

API = "/api/v1"
TIMEOUT_S = 120
"""A check runs every statement of a definition before it responds."""
PIECE_BYTES = 2**16
WITHOUT_ONE = (
    "There is no token. Create one on that benchlab's page “API tokens”, and set it in the environment as "
    "BENCHLAB_TOKEN, or pass it on stdin with --token-stdin."
)
NOT_INLINE = (
    "--inline executes runs in this process and cannot be used with a benchlab on another machine. Leave it out."
)
UNENCRYPTED = "The token is sent to {host} unencrypted, and can be read on the network. Use https if you can."
LOCAL = ("127.0.0.1", "localhost", "::1")


class Remote(Lab):
    poll_s = 1.0

    def __init__(self, url: str, token: str) -> None:
        self.url = url.rstrip("/")
        self._token = token
        self._opener: OpenerDirector = build_opener(_NoRedirects)

    @property
    def warning(self) -> str:
        """A sentence if the connection is not encrypted."""
        parts = urlsplit(self.url)
        return "" if parts.scheme == "https" or parts.hostname in LOCAL else UNENCRYPTED.format(host=parts.hostname)

    def send(self, request: Request) -> Reply:
        try:
            answer = self._opener.open(self._http(request), timeout=TIMEOUT_S)
        except HTTPError as error:
            return self._reply(error)
        except (URLError, OSError, http.client.HTTPException) as error:
            raise self._unreachable(error) from error
        return self._reply(answer)

    def executor(self) -> Executor:
        raise RefusedRequest.because("--inline", NOT_INLINE)

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
            raise Unreachable(f"{self.url} redirects to {answer.headers['Location']}. Use that address if it is right.")
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
        return Unreachable(f"{self.url} does not respond: {reason}. Is the address right, and benchlab running there?")


def named_by(options: Mapping[str, Any]) -> Remote | None:
    """The benchlab named by the options or the environment; None for the one on this machine.

    BENCHLAB_URL alone is not enough: on benchlab's own machine it is the address that people use.
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
        raise RefusedRequest.because("token", WITHOUT_ONE)
    if not token.isascii() or not token.isprintable() or " " in token:
        raise RefusedRequest.because("token", "This is not a token: it contains characters that no token has.")
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        wanted = "Give the address of a benchlab with --url or BENCHLAB_URL, such as https://bench.example.org:8000."
        raise RefusedRequest.because("--url", f"“{url}” is not an address. {wanted}" if url else wanted)


class _NoRedirects(HTTPRedirectHandler):
    """The token is for one host; urllib would send it to the host of a redirect, too."""

    def redirect_request(self, *_: Any) -> None:
        return None
