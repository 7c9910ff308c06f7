"""Parameters expand through a sandboxed Jinja2."""

from collections.abc import Mapping
from typing import Any

from jinja2 import StrictUndefined, TemplateError, TemplateSyntaxError, meta
from jinja2.sandbox import SandboxedEnvironment

from benchlab.definitions.document import Node, Scalar
from benchlab.definitions.problems import Problem, Refused
from benchlab.definitions.suggest import did_you_mean

_environment = SandboxedEnvironment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
LARGEST_EXPANSION = 1_000_000
"""Characters; a loop that goes on for ever in a template ends in a sentence."""


def is_template(value: object) -> bool:
    return isinstance(value, str) and ("{{" in value or "{%" in value)


def problems_of(node: Node, known: set[str]) -> list[Problem]:
    """Syntax errors and unknown names of every template below, whichever branch they stand in."""
    return [problem for leaf in node.scalars() if is_template(leaf.value) for problem in _check(leaf, known)]


def expand(node: Node, values: Mapping[str, Any]) -> Node:
    """The tree with every template expanded; Refused where one fails with these values."""
    return node.mapped(lambda leaf: _expanded(leaf, values))


def _check(leaf: Node, known: set[str]) -> list[Problem]:
    try:
        unknown = meta.find_undeclared_variables(_environment.parse(str(leaf.value))) - known
    except TemplateSyntaxError as error:
        return [leaf.problem(f"The template is malformed: {error.message}.", lines_below=_below(leaf, error.lineno))]
    return [
        leaf.problem(f"There is no parameter “{name}”. {did_you_mean(name, known)}", lines_below=_line_of(leaf, name))
        for name in sorted(unknown - set(_environment.globals))
    ]


def _expanded(leaf: Node, values: Mapping[str, Any]) -> Scalar:
    if not is_template(leaf.value):
        return leaf.value  # type: ignore[return-value]
    try:
        expanded = "".join(_limited(_environment.from_string(str(leaf.value)).generate(values)))
    except (TemplateError, ArithmeticError, TypeError, ValueError, OverflowError) as error:
        raise Refused([leaf.problem(f"The template can not be expanded: {error}.")]) from None
    return expanded


def _limited(pieces: Any) -> Any:
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > LARGEST_EXPANSION:
            raise ValueError("it grows beyond a million characters")
        yield piece


def _below(leaf: Node, line: int) -> int:
    """How far below its key a line of a block scalar stands: the text of ``key: |`` begins on the next line."""
    return line if "\n" in str(leaf.value) else 0


def _line_of(leaf: Node, name: str) -> int:
    lines = str(leaf.value).splitlines()
    return next((_below(leaf, number) for number, line in enumerate(lines, 1) if name in line), 0)
