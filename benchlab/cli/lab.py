"""The benchlab that the command line uses: on this machine, or at an address."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Protocol

Problem = dict[str, Any]


class RefusedRequest(Exception):  # noqa: N818 - it is an answer, not a fault
    """The request was refused; each problem has a place and a reason."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("; ".join(str(problem["message"]) for problem in problems))

    @classmethod
    def because(cls, where: str, message: str) -> "RefusedRequest":
        return cls([{"where": where, "message": message}])


class Unreachable(Exception):  # noqa: N818 - it is no fault of ours
    """No response, or not one of benchlab's; the text is a sentence."""


@dataclass(frozen=True)
class Request:
    """A request to the API; the path is relative to /api/v1."""

    method: str
    path: str
    query: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    upload: IO[bytes] | None = None


@dataclass(frozen=True)
class Reply:
    status: int
    pieces: Iterator[bytes]


class Executor(Protocol):
    """Executes runs in this process."""

    def execute(self, runs: Sequence[int]) -> None: ...

    def join(self) -> None: ...


class Lab(ABC):
    poll_s = 0.5

    @abstractmethod
    def send(self, request: Request) -> Reply:
        """The API's response; raises Unreachable if there is none."""

    @abstractmethod
    def executor(self) -> Executor:
        """For `--inline`; raises RefusedRequest if runs are not executed on this machine."""

    def get(self, path: str, **query: Any) -> Any:
        """The document at the path; like the other methods, raises RefusedRequest for a refusal."""
        return _document(self.send(Request("GET", path, query)))

    def post(self, path: str, body: Any = None, *, upload: IO[bytes] | None = None) -> Any:
        return _document(self.send(Request("POST", path, body=body, upload=upload)))

    def put(self, path: str, body: Any) -> Any:
        return _document(self.send(Request("PUT", path, body=body)))

    def delete(self, path: str) -> Any:
        return _document(self.send(Request("DELETE", path)))

    def download(self, path: str, target: IO[bytes]) -> None:
        reply = self.send(Request("GET", path))
        if reply.status >= 400:
            _document(reply)
        for piece in reply.pieces:
            target.write(piece)


def _document(reply: Reply) -> Any:
    try:
        document = json.loads(b"".join(reply.pieces))
    except ValueError as error:
        raise Unreachable(
            f"The response, with status {reply.status}, is not from benchlab. Is the address right?"
        ) from error
    if reply.status >= 500:
        raise Unreachable(_sentences(document))
    if reply.status >= 400:
        raise RefusedRequest(document["problems"])
    return document


def _sentences(document: Any) -> str:
    return " ".join(problem["message"] for problem in document["problems"])
