"""The query phase: one statement several times, with its plan and the partitions it read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from benchlab.definitions.language.node_readers import DefinitionSection, positive, scalar
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext
from benchlab.definitions.values import units


@dataclass(frozen=True)
class QueryPhase(PlannedPhase):
    """One statement, ``repeat`` times on one connection, with its plan, the partitions it touched and its rows."""

    kind = "query"
    help = KindHelp(
        "One statement several times, with its plan and the partitions it read.",
        {"": {"sql": "The statement, with :values.", "repeat": "How many times."}},
        ('{"?": 1, sql: SELECT 1}',),
    )
    may_be_parallel = True

    sql: str
    repeat: int = 1
    after_s: float = 0.0
    """How long after its phase began the first shot is; for reads within a parallel."""
    every_s: float = 0.0
    """The least time from one shot's start to the next."""

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        return cls(
            name,
            section.get("sql", context.statements.statement),
            repeat=section.get("repeat", positive(units.parse_count), default=1),
            after_s=section.get("after", scalar(units.parse_duration), default=0.0),
            every_s=section.get("every", scalar(units.parse_duration), default=0.0),
        )

    @property
    def summary(self) -> str:
        return "once" if self.repeat == 1 else f"{self.repeat} times"

    @property
    def statements_to_try(self) -> Sequence[str]:
        return [self.sql]
