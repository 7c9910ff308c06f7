"""Problems in what a person wrote, with the place and what to do."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from benchlab.definitions.language.suggestions import Unknown

REFUSAL_FORMAT = "benchlab.refusal/1"


@dataclass(frozen=True)
class Problem:
    """``where`` names the place: ``phases[1].drive.clients``, ``parameter clients``. Line and column count from 1."""

    where: str
    message: str
    line: int | None = None
    column: int | None = None
    word: str = field(default="", compare=False)
    """The unknown word, where that is the problem."""
    instead: str = field(default="", compare=False)
    """The known word nearest to it."""
    known: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """All words that are known there."""

    @classmethod
    def at(cls, where: str, message: str | ValueError, line: int, column: int) -> Self:
        if not isinstance(message, Unknown):
            return cls(where, str(message), line, column)
        return cls(where, str(message), line, column, message.given, message.nearest, message.known)

    def to_json(self) -> dict[str, Any]:
        """Without the words known there: they are many, and of use to the editor alone."""
        return {name: value for name, value in asdict(self).items() if value and name != "known"}

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{place}{self.where}: {self.message}"


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """The input is refused, with every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))

    def to_json(self) -> dict[str, Any]:
        """The refusal document."""
        return {"format": REFUSAL_FORMAT, "problems": [problem.to_json() for problem in self.problems]}
