"""What clients repeat, read from a definition: transactions, their statements, and the values that they name."""

from collections.abc import Collection

from benchlab.definitions.language import sql_lexer
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.reading import Section, at_least, attempt, entries, text
from benchlab.definitions.language.sql_guard import trespasses
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.plan.plan_parts import Statement, Transaction
from benchlab.definitions.values import units

LONGEST_NAME = 100


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
        section = Section(node, self.problems)
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
            raise ValueError("A statement of SQL is expected here.")
        for name in dict.fromkeys(sql_lexer.placeholders(statement)):
            if name not in self.values:
                self.problems.append(node.problem(Unknown(f"No value is called “{name}”.", name, self.values)))
        self.problems.extend(node.problem(message) for message in trespasses(statement))
        return statement
