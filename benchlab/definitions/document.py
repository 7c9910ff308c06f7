"""A YAML text as a tree whose every node knows its line and column."""

import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError

from benchlab.definitions.problems import Problem, Refused

Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Node:
    """``where`` is the path from the top (``phases[1].drive.clients``); line and column count from 1."""

    value: "dict[str, Node] | list[Node] | Scalar"
    where: str
    line: int
    column: int

    def problem(self, message: str, *, lines_below: int = 0) -> Problem:
        return Problem(self.where or "definition", message, self.line + lines_below, self.column)

    def scalars(self) -> "Iterator[Node]":
        """Every leaf below, in order."""
        if isinstance(self.value, dict):
            children = list(self.value.values())
        elif isinstance(self.value, list):
            children = self.value
        else:
            yield self
            return
        for child in children:
            yield from child.scalars()

    def mapped(self, change: "Callable[[Node], Scalar]") -> "Node":
        """The same tree with every leaf's value changed."""
        if isinstance(self.value, dict):
            return self._with({name: child.mapped(change) for name, child in self.value.items()})
        if isinstance(self.value, list):
            return self._with([child.mapped(change) for child in self.value])
        return self._with(change(self))

    def _with(self, value: "dict[str, Node] | list[Node] | Scalar") -> "Node":
        return Node(value, self.where, self.line, self.column)


def read(text: str) -> Node:
    """The tree of a YAML mapping; Refused with line and column where it is malformed."""
    try:
        loaded = YAML(typ="rt", pure=True).load(text)
    except MarkedYAMLError as error:
        raise Refused([_malformed(error)]) from None
    except ValueError as error:
        raise Refused([Problem("definition", f"The YAML can not be read: {error}.", 1, 1)]) from None
    if not isinstance(loaded, CommentedMap):
        raise Refused([Problem("definition", "A definition is a mapping: “name: ...”, “title: ...”.", 1, 1)])
    return _node(loaded, "", 0, 0)


def _malformed(error: MarkedYAMLError) -> Problem:
    mark = error.problem_mark or error.context_mark
    what = (error.problem or error.context or "it can not be read").strip()
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    return Problem("definition", f"The YAML is malformed: {what}.", line, column)


def _node(loaded: Any, where: str, line: int, column: int) -> Node:
    if isinstance(loaded, CommentedMap):
        children = {
            str(key): _node(value, f"{where}.{key}".lstrip("."), *loaded.lc.value(key)) for key, value in loaded.items()
        }
        return Node(children, where, line + 1, column + 1)
    if isinstance(loaded, CommentedSeq):
        items = [_node(value, f"{where}[{index}]", *loaded.lc.item(index)) for index, value in enumerate(loaded)]
        return Node(items, where, line + 1, column + 1)
    return Node(_plain(loaded), where, line + 1, column + 1)


def _plain(loaded: Any) -> Scalar:
    """ruamel's scalars remember how they were written; nobody here wants to know, but for the digits of a decimal."""
    if isinstance(loaded, datetime.datetime):
        return loaded.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(loaded, datetime.date):
        return loaded.isoformat()
    if loaded is None or isinstance(loaded, bool):
        return loaded
    for kind in (int, float, str):
        if isinstance(loaded, kind):
            return kind(loaded)
    return str(loaded)
