"""The size phase: how large a table is."""

from dataclasses import dataclass
from typing import Self

from benchlab.definitions.language.node_readers import DefinitionSection, one_of
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext


@dataclass(frozen=True)
class SizePhase(PlannedPhase):
    """The size of a table, as the server reports it and as its files take."""

    kind = "size"
    help = KindHelp("How large a table is.", {"": {"table": "The table that is measured."}}, ('{"?": 1, table: "?"}',))

    table: str

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        return cls(name, section.get("table", one_of(tuple(context.tables))))

    @property
    def summary(self) -> str:
        return f"of {self.table}"
