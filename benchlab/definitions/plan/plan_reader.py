"""Resolves a definition: expands its templates and reads the result into the parts of a plan."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from benchlab.definitions.language import sql_lexer, templates
from benchlab.definitions.language.node_readers import (
    DefinitionSection,
    attempt,
    entries,
    items,
    one_of,
    plain,
    scalar,
    text,
)
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.sql_guard import trespasses
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.phases.phase_reader import PhaseReader
from benchlab.definitions.plan.primary_figure import Primary, PrimaryReader
from benchlab.definitions.plan.published_figures import Compared, Published, PublishedReader
from benchlab.definitions.values import generator_arguments, units
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.definitions.values.units import Value

STEPS = ("triggers",)
"""What may need more than the rights of the run's account: ``triggers`` are stored programs, under a binary log."""

_UNKNOWN = GeneratorSpec("sequence", {})
"""Stands in for a generator that can not be read."""
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?\d+\.\d+", re.ASCII)


@dataclass
class Resolution:
    """The parts of a plan, by the same names."""

    tables: dict[str, str] = field(default_factory=dict)
    values: dict[str, GeneratorSpec] = field(default_factory=dict)
    phases: tuple[PlannedPhase, ...] = ()
    settings: dict[str, Value] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    compared: tuple[Compared, ...] = ()
    shortest_s: float = 0.0
    left_out: dict[str, str] = field(default_factory=dict)
    primary: Primary | None = None


def resolve(
    tree: Node, parameters: Mapping[str, Parameter], context: Mapping[str, Any]
) -> tuple[Resolution, list[Problem]]:
    """The parts of a plan with these parameter values, and every problem found."""
    expanded, problems = templates.expand(tree, context)
    section = DefinitionSection(expanded, problems)
    found = Resolution()
    found.tables = section.get("tables", lambda node: _tables(node, problems), default={})
    found.values = section.get("values", lambda node: _values(node, problems), default={})
    reader = PhaseReader(found.tables, found.values, problems)
    found.phases = section.get("phases", reader.read)
    found.left_out = reader.left_out
    found.settings = section.get("settings", lambda node: _settings(node, problems), default={})
    found.needs = section.get("needs", _needs, default=())
    figures_of = PublishedReader(parameters, context, reader.named, problems)
    found.published = section.get("published", figures_of.read, default=())
    found.primary = section.get("primary", PrimaryReader(reader.kinds, reader.named, problems).read, default=None)
    found.compared = section.get("compared", figures_of.compared, default=())
    found.shortest_s = section.get("shortest", scalar(units.parse_duration), default=0.0)
    if not found.phases and not problems:
        section.refuse("phases", "A definition needs at least one phase that runs.")
    return found, problems


def _tables(node: Node, problems: list[Problem]) -> dict[str, str]:
    return {
        name: attempt(child, partial(_table, problems=problems), problems, "") for name, child in entries(node).items()
    }


def _table(node: Node, *, problems: list[Problem]) -> str:
    ddl = text(node)
    if not ddl.upper().startswith("CREATE TABLE"):
        raise ValueError("A table is given by its CREATE TABLE statement.")
    if names := sql_lexer.placeholders(ddl):
        raise ValueError(f"“:{names[0]}”: a CREATE TABLE statement can not use values.")
    problems += [node.problem(message) for message in trespasses(ddl)]
    return ddl


def _values(node: Node, problems: list[Problem]) -> dict[str, GeneratorSpec]:
    read = partial(_generator, problems=problems)
    return {name: attempt(child, read, problems, _UNKNOWN) for name, child in entries(node).items()}


def _generator(node: Node, *, problems: list[Problem]) -> GeneratorSpec:
    if not isinstance(node.value, dict) or not node.value:
        raise ValueError("A value is a generator with its arguments, such as {integer: [1, 100]}.")
    kinds = [name for name in node.value if name != "nulls"]
    if len(kinds) != 1:
        raise ValueError(f"A value has one generator, not {len(kinds)}: {', '.join(kinds)}.")
    [kind] = kinds
    if kind not in generator_arguments.KINDS:
        unknown = Unknown(f"There is no generator “{kind}”.", kind, (*generator_arguments.KINDS, "nulls"))
        problems.append(node.value[kind].key_problem(unknown))
        return _UNKNOWN
    nulls = plain(node.value["nulls"]) if "nulls" in node.value else 0
    read = partial(_arguments, kind=kind, nulls=nulls, problems=problems)
    return attempt(node.value[kind], read, problems, _UNKNOWN)


def _arguments(node: Node, *, kind: str, nulls: Any, problems: list[Problem]) -> GeneratorSpec:
    try:
        return generator_arguments.check(kind, plain(node), nulls=nulls)
    except Unknown as unknown:
        problems.append(entries(node)[unknown.given].key_problem(unknown))
        return _UNKNOWN


def _settings(node: Node, problems: list[Problem]) -> dict[str, Value]:
    """An expanded template that came out empty leaves the setting alone."""
    left_alone: Value = ""
    settings = {name: attempt(child, _setting, problems, left_alone) for name, child in entries(node).items()}
    return {name: value for name, value in settings.items() if value != ""}


def _setting(node: Node) -> Value:
    if not _VARIABLE.fullmatch(node.where.rpartition(".")[2]):
        raise ValueError("This is not the name of a global variable.")
    given = text(node)
    # The server refuses '0' in quotes for a variable that is a number (error 1232).
    return int(given) if _WHOLE.fullmatch(given) else float(given) if _DECIMAL.fullmatch(given) else given


def _needs(node: Node) -> tuple[str, ...]:
    return tuple(one_of(STEPS)(item) for item in items(node) if text(item))
