"""What is wrong with something a person wrote, said so that they can mend it."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """``where`` names the place: ``phases[1].drive.clients``, ``parameter clients``. Line and column count from 1."""

    where: str
    message: str
    line: int | None = None
    column: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{place}{self.where}: {self.message}"


class Refused(Exception):  # noqa: N818 - it is an answer, not a fault
    """Somebody's input can not be accepted; carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))
