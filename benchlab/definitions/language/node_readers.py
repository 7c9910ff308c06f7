"""Reading a node strictly: every key is known, every value has its form, and every problem is kept."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Broken, Node

T = TypeVar("T")
_REQUIRED: Any = object()


class DefinitionSection:
    """A mapping of the definition that is being read; problems gather in the list that all sections share."""

    def __init__(self, node: Node, problems: list[Problem]) -> None:
        self.node = node
        self.problems = problems
        self._asked: list[str] = []
        self._children = node.value if isinstance(node.value, dict) else {}
        if not isinstance(node.value, dict):
            problems.append(node.problem("A mapping of keys to values is expected here."))

    def get(self, key: str, read: Callable[[Node], T], default: Any = _REQUIRED) -> T:
        """What ``read`` makes of the key's node; where it is missing or wrong the default, and the problem is kept."""
        node = self.child(key)
        fallback: T = None if default is _REQUIRED else default  # type: ignore[assignment]
        if node is None or (node.value is None and not node.broken):
            if default is _REQUIRED:
                self.problems.append(self.node.key_problem(f"“{key}” is missing."))
            return fallback
        return attempt(node, read, self.problems, fallback)

    def child(self, key: str) -> Node | None:
        self._asked.append(key)
        return self._children.get(key)

    def has(self, key: str) -> bool:
        return key in self._children

    def refuse(self, key: str, message: str) -> None:
        self.problems.append((self._children.get(key) or self.node).problem(message))

    def finish(self) -> None:
        """Report the keys that are not known here."""
        for key, node in self._children.items():
            if key not in self._asked:
                known = dict.fromkeys(self._asked)
                self.problems.append(node.key_problem(Unknown(f"“{key}” is not known here.", key, known)))


def attempt(node: Node, read: Callable[[Node], T], problems: list[Problem], fallback: T) -> T:
    try:
        return read(node)
    except Broken:
        pass
    except ValueError as error:
        problems.append(node.problem(error))
    return fallback


def scalar(parse: Callable[[str], T]) -> Callable[[Node], T]:
    """A reader of one value by a parser that raises ValueError with a sentence."""

    def read(node: Node) -> T:
        if isinstance(node.value, dict | list):
            raise ValueError("A single value is expected here.")
        return parse(_text(node))

    return read


def text(node: Node) -> str:
    return scalar(str)(node).strip()


def _text(node: Node) -> str:
    if node.broken:
        raise Broken
    if isinstance(node.value, bool):
        return str(node.value).lower()
    return "" if node.value is None else str(node.value)


def one_of(choices: Sequence[str]) -> Callable[[Node], str]:
    def read(node: Node) -> str:
        given = text(node)
        if given not in choices:
            raise Unknown(f"“{given}” is not known.", given, choices)
        return given

    return read


def positive(parse: Callable[[str], T]) -> Callable[[Node], T]:
    return at_least(parse, 0, strictly=True)


def at_least(parse: Callable[[str], T], least: int, *, strictly: bool = False) -> Callable[[Node], T]:
    def read(node: Node) -> T:
        found: Any = scalar(parse)(node)
        if found < least or (strictly and found == least):
            raise ValueError(f"“{_text(node)}” is not {'above' if strictly else 'at least'} {least}.")
        return found  # type: ignore[no-any-return]

    return read


def items(node: Node) -> list[Node]:
    if not isinstance(node.value, list):
        raise ValueError("A list is expected here.")
    return node.value


def entries(node: Node) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise ValueError("A mapping of names to values is expected here.")
    return node.value


def plain(node: Node) -> Any:
    """The node as ordinary lists, mappings and values."""
    if isinstance(node.value, dict):
        return {name: plain(child) for name, child in node.value.items()}
    if isinstance(node.value, list):
        return [plain(child) for child in node.value]
    if node.broken:
        raise Broken
    return node.value
