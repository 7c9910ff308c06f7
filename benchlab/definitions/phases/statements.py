"""SQL in phases: statements, transactions of them, and session variables."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from benchlab.definitions.language import sql_lexer
from benchlab.definitions.language.node_readers import DefinitionSection, at_least, attempt, entries, text
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.sql_guard import trespasses
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.values import units

LONGEST_NAME = 100
_VARIABLE = re.compile(r"[a-z][a-z0-9_]*")
_VALUE = re.compile(r"[\w.,-]+", re.ASCII)


@dataclass(frozen=True)
class Statement:
    """SQL with ``:name`` where a generated value goes; ``name`` is what its figures are filed under."""

    name: str
    sql: str

    @classmethod
    def from_list(cls, stored: Sequence[Mapping[str, Any]]) -> tuple[Self, ...]:
        return tuple(cls(**each) for each in stored)


@dataclass(frozen=True)
class Transaction:
    """What a client repeats. More than one statement is wrapped in BEGIN and COMMIT."""

    name: str
    weight: float
    statements: tuple[Statement, ...]


class StatementReader:
    def __init__(self, values: Collection[str], problems: list[Problem]) -> None:
        self.values = values
        self.problems = problems

    def transactions(self, node: Node) -> tuple[Transaction, ...]:
        found = tuple(self._transaction(name, child) for name, child in entries(node).items())
        if not any(transaction.weight for transaction in found):
            raise ValueError("A drive needs at least one transaction whose weight is above 0.")
        names = [statement.name for transaction in found for statement in transaction.statements]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"Two statements of this drive are called “{twice}”; give each a name of its own.")
        return tuple(transaction for transaction in found if transaction.weight)

    def _transaction(self, name: str, node: Node) -> Transaction:
        if not isinstance(node.value, dict):
            return Transaction(name, 1.0, self.statements(node, name))
        section = DefinitionSection(node, self.problems)
        weight = section.get("weight", at_least(units.parse_number, 0), default=1.0)
        statements = section.get("statements", lambda child: self.statements(child, name)) or ()
        section.finish()
        return Transaction(name, weight, statements)

    def statements(self, node: Node, owner: str) -> tuple[Statement, ...]:
        """A list of SQL texts, or a mapping of names to them, or one text; without a name they have their owner's."""
        if isinstance(node.value, dict):
            named = node.value
        else:
            listed = node.value if isinstance(node.value, list) else [node]
            named = {f"{owner} {number}" if len(listed) > 1 else owner: child for number, child in enumerate(listed, 1)}
        if not named:
            raise ValueError("At least one statement is expected here.")
        if unfit := next((name for name in named if name != name.strip() or not 0 < len(name) <= LONGEST_NAME), None):
            where = "and no space at an end"
            raise ValueError(f"A statement's name has 1 to {LONGEST_NAME} characters {where}; “{unfit[:40]}” has not.")
        read = {name: attempt(child, self.statement, self.problems, "") for name, child in named.items()}
        return tuple(Statement(name, statement) for name, statement in read.items())

    def statement(self, node: Node) -> str:
        statement = text(node)
        if not statement:
            raise ValueError("An SQL statement is expected here.")
        for name in dict.fromkeys(sql_lexer.placeholders(statement)):
            if name not in self.values:
                self.problems.append(node.problem(Unknown(f"There is no value “{name}”.", name, self.values)))
        self.problems.extend(node.problem(message) for message in trespasses(statement))
        return statement


def session_variables(node: Node) -> dict[str, str]:
    """Those with an empty value are left alone."""
    found = {name: text(child) for name, child in entries(node).items()}
    for name, value in found.items():
        if not _VARIABLE.fullmatch(name):
            raise ValueError(f"“{name}” is not the name of a session variable.")
        if value and not _VALUE.fullmatch(value):
            raise ValueError(f"“{value}” is no value for {name}: a number or a word is expected.")
    return {name: value for name, value in found.items() if value}


def session_statements(variables: Mapping[str, str]) -> list[str]:
    """The SET SESSION of each; ``session_variables`` has made sure that they hold nothing but numbers and words."""
    return [f"SET SESSION {name} = {value}" for name, value in variables.items()]
