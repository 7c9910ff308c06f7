"""Trying a definition's text on a server, which alone can refuse its SQL."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Self

from django.core import signing
from django.utils import timezone

from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models.benchmarks import queueing
from benchlab.models.servers.server import Server

if TYPE_CHECKING:
    from benchlab.models.benchmarks.benchmark import Revision

SALT = "benchlab.trial"


@dataclass(frozen=True)
class Trial:
    """What came of a text, with its defaults, on a server."""

    server: str
    at: datetime
    problems: tuple[Problem, ...]

    @property
    def took_place(self) -> bool:
        """False where the server could not be reached or was taken: that says nothing of the text."""
        return not any(problem.where.partition(" ")[0] in ("server", "servers") for problem in self.problems)

    def token_for(self, text: str) -> str:
        """For the editor to hand back when the text is saved; nobody else can make one."""
        told = [problem.to_json() for problem in self.problems]
        return signing.dumps([_digest(text), self.server, self.at.isoformat(), told], salt=SALT, compress=True)

    @classmethod
    def from_token(cls, token: str, text: str) -> Self | None:
        """None where the token is of another text, or none of ours."""
        try:
            digest, server, at, told = signing.loads(token, salt=SALT)
        except signing.BadSignature:
            return None
        return cls(server, datetime.fromisoformat(at), problems_from(told)) if digest == _digest(text) else None


def try_on(revision: "Revision", server: Server) -> Trial:
    """Create the tables and try every statement once in a schema of its own, which is dropped again."""
    try:
        problems = tuple(queueing.rehearse(revision, [server], {}))
    except Refused as refused:
        problems = refused.problems
    return Trial(server.name, timezone.now(), problems)


def problems_from(told: list[dict[str, Any]]) -> tuple[Problem, ...]:
    return tuple(Problem(**each) for each in told)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
