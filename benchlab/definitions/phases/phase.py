"""What all kinds of phases have in common: a part of the plan, read from a definition, with help for the editor."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from benchlab.definitions.language.node_readers import DefinitionSection
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases.statements import StatementReader


@dataclass(frozen=True)
class KindHelp:
    """What the editor says of a kind of phase."""

    summary: str
    words: Mapping[str, Mapping[str, str]]
    """A line for each word by its place within the phase: "" for the keys, ``method`` for the values of that key."""
    questions: tuple[str, ...]
    """Phases with a “?” wherever the editor offers words; see ``definitions.editor.vocabulary``."""


@dataclass(frozen=True)
class ReadingContext:
    """What a phase of a definition may refer to while it is read."""

    tables: Mapping[str, str]
    values: Collection[str]
    earlier: Sequence[str]
    """The names of the phases before it."""
    inside_parallel: bool
    problems: list[Problem]
    read_parallel: "Callable[[Node], tuple[PlannedPhase, ...]]"
    """Reads a list of phases that run at once."""

    @property
    def statements(self) -> StatementReader:
        return StatementReader(self.values, self.problems)


@dataclass(frozen=True)
class PlannedPhase(ABC):
    kind: ClassVar[str]
    help: ClassVar[KindHelp]
    may_be_parallel: ClassVar[bool] = False
    has_rate: ClassVar[bool] = False
    """Whether its result has a ``per_second``."""

    name: str

    @classmethod
    @abstractmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self | None:
        """The phase that the definition describes; problems gather in the section."""

    @property
    @abstractmethod
    def summary(self) -> str:
        """What it will do, in a few words for the page of a launch."""

    @property
    def expected_s(self) -> float | None:
        """How long it takes, where the definition says so."""
        return None

    @property
    def has_end(self) -> bool:
        """Whether it ends by itself."""
        return True

    @property
    def connections(self) -> int:
        """How many it opens at once."""
        return 1

    @property
    def statements_to_try(self) -> Sequence[str]:
        """The SQL that a dry run executes, with its placeholders."""
        return ()

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, **asdict(self)}

    @classmethod
    def from_fields(cls, stored: dict[str, Any]) -> Self:
        """The phase of its fields as JSON has them, which knows no tuples and no dataclasses."""
        return cls(**stored)

    @staticmethod
    def kinds() -> "dict[str, type[PlannedPhase]]":
        return {each.kind: each for each in PlannedPhase.__subclasses__()}

    @staticmethod
    def from_json(stored: dict[str, Any]) -> "PlannedPhase":
        fields = {name: value for name, value in stored.items() if name != "kind"}
        return PlannedPhase.kinds()[stored["kind"]].from_fields(fields)
