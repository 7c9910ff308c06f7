"""The sql phase: statements in order, each timed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from benchlab.definitions.language import sql_lexer
from benchlab.definitions.language.node_readers import DefinitionSection, items, positive, scalar
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext
from benchlab.definitions.phases.statements import Statement, session_statements, session_variables
from benchlab.definitions.values import units


@dataclass(frozen=True)
class SqlPhase(PlannedPhase):
    """Statements in order, each timed."""

    kind = "sql"
    help = KindHelp(
        "Statements in order, each timed.",
        {"": {"may_fail": "Error codes that a statement may end in."}},
        ('{"?": 1, statements: ["SELECT 1"]}',),
    )
    may_be_parallel = True

    statements: tuple[Statement, ...]
    after_s: float = 0.0
    """How long after the phase began the first statement is; for an action within a parallel."""
    every_s: float = 0.0
    """The least time from one statement's start to the next."""
    session: dict[str, str] = field(default_factory=dict)
    """Session variables of its connection."""
    may_fail: tuple[int, ...] = ()
    """Error codes that a statement may end in: a result like any other, and the next one follows."""

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        statements = section.get("statements", lambda node: context.statements.statements(node, name))
        for statement in statements or ():
            if names := sql_lexer.placeholders(statement.sql):
                section.refuse("statements", f"“:{names[0]}”: only load, drive and query draw values.")
        return cls(
            name,
            statements,
            after_s=section.get("after", scalar(units.parse_duration), default=0.0),
            every_s=section.get("every", scalar(units.parse_duration), default=0.0),
            session=section.get("session", session_variables, default={}),
            may_fail=section.get("may_fail", _error_codes, default=()),
        )

    @property
    def summary(self) -> str:
        return f"{len(self.statements)} statement{'s' if len(self.statements) != 1 else ''}"

    @property
    def statements_to_try(self) -> Sequence[str]:
        return [*session_statements(self.session), *(each.sql for each in self.statements)]

    @classmethod
    def from_fields(cls, stored: dict[str, Any]) -> Self:
        may_fail = tuple(stored.get("may_fail", ()))
        return cls(**{**stored, "statements": Statement.from_list(stored["statements"]), "may_fail": may_fail})


def _error_codes(node: Node) -> tuple[int, ...]:
    return tuple(positive(units.parse_integer)(item) for item in items(node))
