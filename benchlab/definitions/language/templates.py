"""Parameters expand through a sandboxed Jinja2."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, meta, nodes
from jinja2.sandbox import ImmutableSandboxedEnvironment

from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node

LARGEST_EXPANSION = 1_000_000
"""In characters; an endless loop in a template is stopped there."""


class _Environment(ImmutableSandboxedEnvironment):
    # 'x' * 10**9 and 9**9**9 would take all of the machine's memory or time.
    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        numbers = isinstance(left, int | float) and isinstance(right, int | float)
        if not numbers or (operator == "**" and abs(right) > 64):
            raise ValueError(f"“{operator}” works with numbers only, and exponents up to 64")
        return super().call_binop(context, operator, left, right)


def _written(value: Any) -> Any:
    """A value as the definition's readers expect it: true and not True, 30 and not 30.0."""
    if isinstance(value, bool):
        return str(value).lower()
    return int(value) if isinstance(value, float) and value.is_integer() else value


_environment = _Environment(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_written)


def is_template(value: object) -> bool:
    return isinstance(value, str) and any(mark in value for mark in ("{{", "{%", "{#"))


def check(tree: Node, *, known: Collection[str], unsure: Collection[str]) -> tuple[Node, list[Problem]]:
    """Reports syntax errors and unknown names in every template, whichever branch they are in.

    Returns the tree with those templates marked broken, and those that use an ``unsure`` name, one that is known but
    has no value.
    """
    problems: list[Problem] = []

    def checked(leaf: Node) -> Node:
        found = list(_check(leaf, known)) if is_template(leaf.value) else []
        problems.extend(found)
        spoilt = bool(found) or (is_template(leaf.value) and bool(_names(str(leaf.value)) & set(unsure)))
        return replace(leaf, broken=spoilt)

    return tree.mapped(checked), problems


def expand(tree: Node, values: Mapping[str, Any]) -> tuple[Node, list[Problem]]:
    """The tree with every template expanded; those that fail with these values are reported and marked broken."""
    problems: list[Problem] = []

    def expanded(leaf: Node) -> Node:
        if leaf.broken or not is_template(leaf.value):
            return leaf
        try:
            return replace(leaf, value=_expanded(str(leaf.value), values), expanded=True)
        except (TemplateError, ArithmeticError, LookupError, TypeError, ValueError) as error:
            problems.append(leaf.problem(f"The template can not be expanded: {_reason(error)}."))
            return replace(leaf, broken=True)

    return tree.mapped(expanded), problems


def _check(leaf: Node, known: Collection[str]) -> Iterator[Problem]:
    text = str(leaf.value)
    try:
        _compiled(text)
    except TemplateSyntaxError as error:
        reason = (error.message or "it can not be read").rstrip(".")
        yield leaf.problem(f"The template is malformed: {reason}.", text_line=error.lineno)
        return
    for name in sorted(_names(text) - set(known)):
        unknown = Unknown(f"There is no parameter “{name}”.", name, known)
        yield leaf.problem(unknown, text_line=_line_of(name, text))


def _names(text: str) -> set[str]:
    try:
        return meta.find_undeclared_variables(_environment.parse(text)) - set(_environment.globals)
    except TemplateSyntaxError:
        return set()


def _line_of(name: str, text: str) -> int:
    return min(each.lineno for each in _environment.parse(text).find_all(nodes.Name) if each.name == name)


@lru_cache(maxsize=512)
def _compiled(text: str) -> Template:
    return _environment.from_string(text)


def _expanded(text: str, values: Mapping[str, Any]) -> str:
    pieces, length = [], 0
    for piece in _compiled(text).generate(values):
        length += len(piece)
        if length > LARGEST_EXPANSION:
            raise ValueError(f"it grows beyond {LARGEST_EXPANSION:,} characters")
        pieces.append(piece)
    return "".join(pieces)


def _reason(error: Exception) -> str:
    return f"there is no {error}" if isinstance(error, LookupError) else str(error).rstrip(".")
