"""An expanded definition read into the parts of a plan."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from benchlab.definitions import generators, templates, units
from benchlab.definitions.document import Node
from benchlab.definitions.fence import trespasses
from benchlab.definitions.phases import PhaseReader
from benchlab.definitions.plan import GeneratorSpec, Phase, Published, Value
from benchlab.definitions.problems import Problem, Refused
from benchlab.definitions.reading import Section, attempt, entries, items, one_of, plain, scalar, text
from benchlab.definitions.suggest import did_you_mean

STEPS = ("triggers",)
"""What may need more than the rights of the run's account: ``triggers`` are stored programs, under a binary log."""

_UNITS = {"per_second": "/s", "seconds": "s", "rows": "rows"}


@dataclass
class Resolution:
    tables: dict[str, str] = field(default_factory=dict)
    values: dict[str, GeneratorSpec] = field(default_factory=dict)
    phases: tuple[Phase, ...] = ()
    settings: dict[str, Value] = field(default_factory=dict)
    needs: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()


def resolve(tree: Node, context: Mapping[str, Any]) -> tuple[Resolution, list[Problem]]:
    """The parts of a plan with these parameter values, and every problem met on the way."""
    problems: list[Problem] = []
    found = Resolution()
    try:
        section = Section(templates.expand(tree, context), problems)
    except Refused as refused:
        return found, list(refused.problems)
    found.tables = section.get("tables", lambda node: _tables(node, problems), default={})
    found.values = section.get("values", lambda node: _values(node, problems), default={})
    reader = PhaseReader(found.tables, found.values, problems)
    found.phases = section.get("phases", reader.read, default=())
    found.settings = section.get("settings", _settings, default={})
    found.needs = section.get("needs", _needs, default=())
    found.published = section.get("published", lambda node: _published(node, context, reader, problems), default=())
    if not found.phases and not problems:
        section.refuse("phases", "A definition needs at least one phase.")
    return found, problems


def _tables(node: Node, problems: list[Problem]) -> dict[str, str]:
    tables = {name: text(child) for name, child in entries(node).items()}
    for name, child in entries(node).items():
        if not tables[name].upper().startswith("CREATE TABLE"):
            problems.append(child.problem(f"The table {name} is a CREATE TABLE statement."))
        problems += [child.problem(message) for message in trespasses(tables[name])]
    return tables


def _values(node: Node, problems: list[Problem]) -> dict[str, GeneratorSpec]:
    specs = {name: attempt(child, _generator, problems, None) for name, child in entries(node).items()}
    return {name: spec or GeneratorSpec("integer", {}) for name, spec in specs.items()}


def _generator(node: Node) -> GeneratorSpec:
    given = plain(node)
    if not isinstance(given, dict) or len(given) != 1:
        raise ValueError("A value is one generator with its arguments, such as {integer: [1, 100]}.")
    kind, arguments = next(iter(given.items()))
    if kind not in generators.KINDS:
        raise ValueError(f"There is no generator “{kind}”. {did_you_mean(kind, generators.KINDS)}")
    return generators.check(kind, arguments)


def _settings(node: Node) -> dict[str, Value]:
    """An expanded template that came out empty leaves the setting alone."""
    settings = {name: plain(child) for name, child in entries(node).items()}
    return {name: value for name, value in settings.items() if value not in ("", None)}


def _needs(node: Node) -> tuple[str, ...]:
    return tuple(one_of(STEPS)(item) for item in items(node) if text(item))


def _published(
    node: Node, context: Mapping[str, Any], reader: PhaseReader, problems: list[Problem]
) -> tuple[Published, ...]:
    return tuple(_figure(Section(item, problems), context, reader) for item in items(node))


def _figure(section: Section, context: Mapping[str, Any], reader: PhaseReader) -> Published:
    shorthand = next((name for name in ("per_second", "seconds") if section.child(name)), None)
    figure = shorthand or section.get("figure", text, default="per_second")
    value = section.get(shorthand or "value", scalar(units.parse_number))
    when = section.get("when", lambda child: plain(child), default={})
    for name in when:
        if name not in context:
            section.refuse("when", f"There is no parameter “{name}”. {did_you_mean(name, context)}")
    published = Published(
        label=section.get("label", text),
        phase=section.get("phase", text),
        figure=figure,
        value=value,
        unit=section.get("unit", text, default=_UNITS.get(figure, "ms" if "_ms" in figure else "")),
        applies=all(str(context.get(name)) == str(wanted) for name, wanted in when.items()),
        conditions=section.get("conditions", text, default=""),
    )
    if published.phase and published.phase not in reader.named:
        section.refuse("phase", f"There is no phase “{published.phase}”. {did_you_mean(published.phase, reader.named)}")
    section.finish()
    return published
