"""The outcome of trying a definition's text on a server, which alone can refuse its SQL."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Self

from django.core import signing

from benchlab.definitions.language.problems import Problem

SALT = "benchlab.trial/2"


@dataclass(frozen=True)
class TrialOutcome:
    """What a server answered to a text, with the defaults of its parameters."""

    server: str
    at: datetime
    problems: tuple[Problem, ...]
    took_place: bool = True
    """False where the server could not be reached or was in use, which says nothing of the text."""

    def token_for(self, text: str) -> str:
        """Signed, for the editor to send back when the text is saved."""
        problems = [problem.to_json() for problem in self.problems]
        content = [_digest(text), self.server, self.at.isoformat(), problems, self.took_place]
        return signing.dumps(content, salt=SALT, compress=True)

    @classmethod
    def from_token(cls, token: str, text: str) -> Self | None:
        """None where the token is of another text, or was not signed here."""
        try:
            digest, server, at, problems, took_place = signing.loads(token, salt=SALT)
        except signing.BadSignature:
            return None
        if digest != _digest(text):
            return None
        return cls(server, datetime.fromisoformat(at), problems_from(problems), took_place)


def problems_from(stored: list[dict[str, Any]]) -> tuple[Problem, ...]:
    return tuple(Problem(**each) for each in stored)


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
