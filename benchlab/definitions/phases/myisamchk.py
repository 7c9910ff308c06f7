"""The myisamchk phase: the indexes of a MyISAM table switched off or rebuilt on its files."""

from dataclasses import dataclass
from typing import Literal, Self

from benchlab.definitions.language.node_readers import DefinitionSection, one_of
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext


@dataclass(frozen=True)
class MyisamchkPhase(PlannedPhase):
    """The indexes of a MyISAM table switched off, or rebuilt, by myisamchk on the files of the table."""

    kind = "myisamchk"
    help = KindHelp(
        "Switch all indexes of a MyISAM table off or on by myisamchk.",
        {
            "": {"table": "A MyISAM table.", "keys": "Whether its indexes are switched off, or rebuilt."},
            "keys": {"disable": "Off, the primary key too.", "enable": "Make all of them by sorting."},
        },
        ('{"?": 1, table: "?", keys: "?"}',),
    )

    table: str
    keys: Literal["disable", "enable"]

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        table = section.get("table", one_of(tuple(context.tables)))
        return cls(name, table, section.get("keys", one_of(("disable", "enable"))))  # type: ignore[arg-type]

    @property
    def summary(self) -> str:
        return f"{self.keys} the indexes of {self.table}"
