"""Real servers that listen on this machine for what benchlab sends: HTTP and SMTP."""

import json
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast

STATUSES = {"/redirect": 302, **{f"/{status}": status for status in (403, 404, 429, 500, 503)}}


@dataclass
class Asked:
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> Any:
        return json.loads(self.body)


@dataclass
class Hook:
    """Answers ``/500`` with 500, ``/redirect`` with a redirect to ``/200``, and ``/hang`` not before the test ends."""

    url: str = ""
    asked: list[Asked] = field(default_factory=list)
    status: int = 0
    """Instead of the one that the path says."""
    over: threading.Event = field(default_factory=threading.Event)


@contextmanager
def listening_hook() -> Iterator[Hook]:
    hook = Hook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            hook.asked.append(Asked(self.path, dict(self.headers), self.rfile.read(length)))
            if self.path == "/hang":
                hook.over.wait()
                return
            status = hook.status or STATUSES.get(self.path, 200)
            self.send_response(status)
            self.send_header("Location", "/200")
            self.end_headers()
            self.wfile.write(b"<b>So\x00 it is</b>\n" + b"long " * 1_000_000 if status == 503 else b"<b>So it is</b>")

        def log_message(self, *words: Any) -> None:
            """Nobody reads it."""

    with _served(ThreadingHTTPServer(("127.0.0.1", 0), Handler)) as port:
        hook.url = f"http://127.0.0.1:{port}"
        yield hook
        hook.over.set()


@dataclass
class Post:
    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    refuses: bool = False


@contextmanager
def listening_post() -> Iterator[Post]:
    """As much of SMTP as it takes to hand in a mail."""
    post = Post()

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.say("220 post")
            while words := self.rfile.readline().split():
                verb = words[0].upper()
                if verb == b"DATA":
                    self.say("354 go on")
                    post.mails.append(cast(EmailMessage, message_from_bytes(self.mail(), policy=policy.default)))
                self.say("550 no such person" if verb == b"RCPT" and post.refuses else "250 ok")
                if verb == b"QUIT":
                    return

        def mail(self) -> bytes:
            return b"".join(iter(self.rfile.readline, b".\r\n"))

        def say(self, words: str) -> None:
            self.wfile.write(f"{words}\r\n".encode())

    with _served(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)) as port:
        post.port = port
        yield post


@contextmanager
def mail_server_of(settings: Any) -> Iterator[Post]:
    """One that benchlab sends its mails by; pytest-django puts the settings back."""
    with listening_post() as post:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", post.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield post


@contextmanager
def deaf_port() -> Iterator[int]:
    """Nobody listens there."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@contextmanager
def _served(server: socketserver.TCPServer) -> Iterator[int]:
    server.daemon_threads = True  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
