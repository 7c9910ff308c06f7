"""Servers that benchlab makes on this machine, and their entries among the servers."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import models

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.accounts import audit_log
from benchlab.models.servers.server import Server
from benchlab.sandbox import Sandbox, SandboxError


def every() -> list[Sandbox]:
    return Sandbox.list_all(_folder())


def create(name: str, *, options: Mapping[str, str], start: bool) -> Sandbox:
    """Refused where it can not be made, as all of these."""
    with _refusing():
        made = Sandbox.create(_folder(), name, settings=options)
        if start:
            made.start()
        audit_log.record("created", enter(made))
        return made


def start(name: str) -> Sandbox:
    with _named(name) as sandbox:
        sandbox.start()
        audit_log.record("started", enter(sandbox))
        return sandbox


def stop(name: str) -> Sandbox:
    with _named(name) as sandbox:
        sandbox.stop()
        for server in _entries(sandbox):
            audit_log.record("stopped", server)
        return sandbox


def remove(name: str) -> None:
    """With all its data."""
    with _named(name) as sandbox:
        for server in _entries(sandbox):
            server.remove()
        sandbox.remove()


def enter(sandbox: Sandbox) -> Server:
    """The sandbox as a server, at the address it has now; checked where it runs."""
    if Server.objects.filter(name=sandbox.name).exclude(sandbox=sandbox.name).exists():
        raise Refused([Problem("name", f"There is another server {sandbox.name} already.")])
    at = sandbox.address()
    place = {"host": at.host, "port": at.port, "socket": at.socket, "user": at.user, "password": at.password}
    server, _ = Server.objects.update_or_create(name=sandbox.name, defaults={**place, "sandbox": sandbox.name})
    if sandbox.state() == "running":
        server.check_now()
    return server


def _entries(sandbox: Sandbox) -> "models.QuerySet[Server]":
    return Server.objects.filter(sandbox=sandbox.name)


@contextmanager
def _named(name: str) -> Iterator[Sandbox]:
    with _refusing():
        yield Sandbox.named(_folder(), name)


@contextmanager
def _refusing() -> Iterator[None]:
    """Turn an error of the sandbox into a sentence."""
    try:
        yield
    except SandboxError as error:
        raise Refused([Problem("sandbox", str(error))]) from error


def _folder() -> Path:
    return Path(settings.SANDBOXES_DIR)
