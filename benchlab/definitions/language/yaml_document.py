"""A YAML text as a tree whose every node knows its line and column."""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, StreamMark, YAMLError
from ruamel.yaml.nodes import MappingNode, ScalarNode, SequenceNode
from ruamel.yaml.nodes import Node as YamlNode

from benchlab.definitions.language.problems import Problem, Refused

_BRACKET = re.compile(r"[\[\]{}]")
Scalar = str | int | bool | None
"""Decimals stay text, so that no digit of theirs is lost."""

LONGEST_TEXT = 500_000
HALF_A_CHARACTER = "It holds half of a character, a surrogate such as \\ud800 alone, which is no text."
DEEPEST = 200
"""The scanner's time grows with the square of the brackets that are open."""
MOST_NODES = 20_000
"""An alias may be used often, and an alias of aliases more often than memory holds."""


class Position(NamedTuple):
    line: int
    column: int


class Broken(ValueError):  # noqa: N818 - a mark for what was complained about already, not an error of its own
    """The node has no usable value, and its problem has been reported."""


@dataclass(frozen=True)
class Node:
    """``where`` is the path from the top (``phases[1].drive.clients``); line and column count from 1."""

    value: "dict[str, Node] | list[Node] | Scalar"
    where: str
    place: Position
    key: Position
    """The position of the node's key; for an item of a list the node's own."""
    first_line: int
    """Of the value's text: that of a block scalar begins on the line below its mark."""
    expanded: bool = False
    """Whether the value came out of a template."""
    broken: bool = False

    def problem(self, message: str | ValueError, *, text_line: int = 0) -> Problem:
        """What is wrong with it; ``text_line`` counts from 1 within its text."""
        line = self.first_line + text_line - 1 if text_line else self.place.line
        return Problem.at(self.where or "definition", message, line, self.place.column)

    def key_problem(self, message: str | ValueError) -> Problem:
        return Problem.at(self.where or "definition", message, *self.key)

    def scalars(self) -> "Iterator[Node]":
        """Every leaf below, in order."""
        if not isinstance(self.value, dict | list):
            yield self
            return
        for child in self.value.values() if isinstance(self.value, dict) else self.value:
            yield from child.scalars()

    def mapped(self, change: "Callable[[Node], Node]") -> "Node":
        """The same tree with every leaf changed."""
        if isinstance(self.value, dict):
            return replace(self, value={name: child.mapped(change) for name, child in self.value.items()})
        if isinstance(self.value, list):
            return replace(self, value=[child.mapped(change) for child in self.value])
        return change(self)


def read(text: str) -> Node:
    """The tree of a YAML mapping; Refused with line and column where it is malformed."""
    if len(text) > LONGEST_TEXT:
        raise Refused([Problem("definition", f"The text is longer than {LONGEST_TEXT:,} characters.", 1, 1)])
    if _depth(text) > DEEPEST:
        raise Refused([Problem("definition", "The YAML is nested too deeply.", 1, 1)])
    try:
        composed = YAML(typ="rt", pure=True).compose(text)
    except MarkedYAMLError as error:
        raise Refused([_malformed(error)]) from None
    except (YAMLError, ValueError) as error:
        raise Refused([Problem("definition", f"The YAML can not be read: {error}.", 1, 1)]) from None
    except RecursionError:
        raise Refused([Problem("definition", "The YAML is nested too deeply.", 1, 1)]) from None
    if not isinstance(composed, MappingNode):
        raise Refused([Problem("definition", "A definition is a mapping: “name: ...”, “title: ...”.", 1, 1)])
    builder = _Builder()
    tree = builder.node(composed, "", _position(composed.start_mark))
    if builder.problems:
        raise Refused(builder.problems)
    return tree


def _depth(text: str) -> int:
    steps = (1 if bracket in "[{" else -1 for bracket in _BRACKET.findall(text))
    return max(itertools.accumulate(steps), default=0)


def _malformed(error: MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    what = " ".join(filter(None, (error.context, error.problem))).strip() or "it can not be read"
    line, column = _position(mark) if mark else (1, 1)
    return Problem("definition", f"The YAML is malformed: {what}.", line, column)


def _position(mark: StreamMark) -> Position:
    return Position(mark.line + 1, mark.column + 1)


class _Builder:
    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._count = 0
        self._ancestors: list[YamlNode] = []

    def node(self, composed: YamlNode, where: str, key: Position) -> Node:
        place = _position(composed.start_mark)
        self._count += 1
        if self._count > MOST_NODES or any(composed is each for each in self._ancestors):
            raise Refused([Problem(where, "An alias leads back to itself, or to too many nodes.", *key)])
        if isinstance(composed, ScalarNode):
            if not _is_text(composed.value):
                self.problems.append(Problem(where or "definition", HALF_A_CHARACTER, *place))
            below = composed.style in ("|", ">")
            return Node(_scalar(composed), where, place, key, place.line + below)
        self._ancestors.append(composed)
        value = self._items(composed, where) if isinstance(composed, SequenceNode) else self._entries(composed, where)
        self._ancestors.pop()
        return Node(value, where, place, key, place.line)

    def _entries(self, composed: YamlNode, where: str) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for name, value in composed.value:
            key = _position(name.start_mark)
            if not isinstance(name, ScalarNode):
                sentence = 'A key is a word. A template needs quotes around it: "{{ ... }}".'
                self.problems.append(Problem(where or "definition", sentence, *key))
                continue
            if not _is_text(name.value):
                self.problems.append(Problem(where or "definition", HALF_A_CHARACTER, *key))
                continue
            path = f"{where}.{name.value}".lstrip(".")
            if name.value in found:
                self.problems.append(Problem(path, f"“{name.value}” is here twice.", *key))
            found[name.value] = self.node(value, path, key)
        return found

    def _items(self, composed: SequenceNode, where: str) -> list[Node]:
        return [
            self.node(item, f"{where}[{index}]", _position(item.start_mark))
            for index, item in enumerate(composed.value)
        ]


def _is_text(written: str) -> bool:
    """YAML can write half of a pair, "\\ud800" alone, of which no byte can be made."""
    return not any("\ud800" <= character <= "\udfff" for character in written)


def _scalar(composed: ScalarNode) -> Scalar:
    # ruamel marks in a folded text where its lines were joined.
    text: str = composed.value.replace("\a", "") if composed.style == ">" else composed.value
    kind = str(composed.tag).rpartition(":")[2]
    if kind == "null":
        return None
    if kind == "bool":
        return text.lower() == "true"
    if kind == "int" and text.removeprefix("-").isdecimal() and str(int(text)) == text:
        return int(text)
    return text
