"""`bench` in this process: for what it says, not for what it runs."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.core.management import call_command

Bench = Callable[..., "Answer"]


@dataclass(frozen=True)
class Answer:
    code: int
    out: str
    errors: str

    @property
    def document(self) -> Any:
        return json.loads(self.out)


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every verb reads it."""


@pytest.fixture
def bench(capsys: pytest.CaptureFixture[str]) -> Bench:
    def call(*arguments: str) -> Answer:
        code = 0
        try:
            call_command("bench", *arguments)
        except SystemExit as left:
            code = int(left.code or 0)
        said = capsys.readouterr()
        return Answer(code, said.out, said.err)

    return call
