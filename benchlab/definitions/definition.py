"""A benchmark's definition: its text, checked, from which plans are made."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from benchlab.definitions import document, templates, units
from benchlab.definitions.document import Node
from benchlab.definitions.facts import Facts
from benchlab.definitions.parameters import PARSERS, Parameter
from benchlab.definitions.plan import Plan, Target, Value
from benchlab.definitions.problems import Problem, Refused
from benchlab.definitions.reading import Section, entries, items, one_of, plain, scalar, text
from benchlab.definitions.resolution import Resolution, resolve
from benchlab.definitions.suggest import did_you_mean

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_PARAMETER_NAME = re.compile(r"[a-z][a-z0-9_]*")
_LABEL_BREAK = re.compile(r"[_-]+")
_TEMPLATED = ("tables", "values", "phases", "settings", "needs", "published")
_UNKNOWN_SERVER = {"flavour": "MariaDB", "version": "10.11", "engines": ["InnoDB"]}
"""Stands in for the server while a definition is checked without one."""


@dataclass(frozen=True)
class Definition:
    text: str
    name: str
    title: str
    study: str
    description: str
    parameters: dict[str, Parameter]
    demo: dict[str, str]
    """Parameter values of a short run that shows what benchlab does; empty where there is none."""
    tree: Node

    @classmethod
    def parse(cls, source: str) -> Self:
        """The definition of a YAML text; Refused with every problem found, each with line and column."""
        tree = document.read(source)
        problems: list[Problem] = []
        section = Section(tree, problems)
        definition = cls(
            text=source,
            name=section.get("name", _name, default=""),
            title=section.get("title", text, default=""),
            study=section.get("study", text, default=""),
            description=section.get("description", text, default=""),
            parameters=section.get("parameters", lambda node: _parameters(node, problems), default={}),
            demo=section.get(
                "demo", lambda node: {name: str(given) for name, given in plain(node).items()}, default={}
            ),
            tree=tree,
        )
        for key in _TEMPLATED:
            section.child(key)
        section.finish()
        problems += definition._template_problems() or definition._trial_problems()
        if problems:
            raise Refused(sorted(dict.fromkeys(problems), key=lambda problem: (problem.line or 0, problem.column or 0)))
        return definition

    def values(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every parameter's value, the default where none is given; Refused with all that is wrong."""
        problems = [
            Problem(f"parameter {name}", f"There is no such parameter. {did_you_mean(name, self.parameters)}")
            for name in given
            if name not in self.parameters
        ]
        values: dict[str, Value] = {}
        for name, parameter in self.parameters.items():
            try:
                values[name] = parameter.parse(given[name]) if name in given else parameter.default
            except ValueError as error:
                problems.append(Problem(f"parameter {name}", str(error)))
        if problems:
            raise Refused(problems)
        return values

    def plan(
        self, values: Mapping[str, Value], *, revision: int, seed: int, servers: Sequence[Target], facts: Facts
    ) -> Plan:
        """The frozen plan of these values on a server with these facts; Refused where they do not go together."""
        server = {"flavour": facts.flavour, "version": facts.version, "engines": list(facts.engines)}
        found, problems = self._resolve({**values, "server": server})
        if problems:
            raise Refused(problems)
        return Plan(
            benchmark=self.name,
            revision=revision,
            title=self.title,
            study=self.study,
            seed=seed,
            parameters=dict(values),
            servers=tuple(servers),
            tables=found.tables,
            values=found.values,
            phases=found.phases,
            settings=found.settings,
            needs=found.needs,
            published=found.published,
        )

    def _template_problems(self) -> list[Problem]:
        children = entries(self.tree)
        known = {*self.parameters, "server"}
        return [
            problem for key in _TEMPLATED if key in children for problem in templates.problems_of(children[key], known)
        ]

    def _trial_problems(self) -> list[Problem]:
        """What is wrong with the defaults, or with one parameter set to another of its choices."""
        return [
            problem for values in self._trials() for problem in self._resolve({**values, "server": _UNKNOWN_SERVER})[1]
        ]

    def _trials(self) -> Iterator[dict[str, Value]]:
        defaults = {name: parameter.default for name, parameter in self.parameters.items()}
        yield defaults
        for name, parameter in self.parameters.items():
            alternatives: Sequence[Value] = (True, False) if parameter.type == "boolean" else parameter.choices
            for value in alternatives:
                if value != parameter.default:
                    yield {**defaults, name: value}

    def _resolve(self, context: Mapping[str, Any]) -> tuple[Resolution, list[Problem]]:
        children = {key: node for key, node in entries(self.tree).items() if key in _TEMPLATED}
        expandable = Node(dict(children), "", self.tree.line, self.tree.column)
        return resolve(expandable, context)


def _name(node: Node) -> str:
    given = text(node)
    if not _NAME.fullmatch(given):
        raise ValueError(f"“{given}” is not a name: use lower-case letters, digits and dashes, at most 64.")
    return given


def _parameters(node: Node, problems: list[Problem]) -> dict[str, Parameter]:
    found = {}
    for name, child in entries(node).items():
        if not _PARAMETER_NAME.fullmatch(name) or name == "server":
            problems.append(
                child.problem(f"“{name}” can not be a parameter's name: use lower-case letters, digits, _.")
            )
        elif parameter := _parameter(name, Section(child, problems)):
            found[name] = parameter
    return found


def _parameter(name: str, section: Section) -> Parameter | None:
    before = len(section.problems)
    kind = section.get("type", one_of(tuple(PARSERS)))
    bound = scalar(PARSERS.get(kind, str))
    choices = tuple(section.get("choices", lambda node: [plain(item) for item in items(node)], default=[]))
    unready = Parameter(
        name=name,
        type=kind,
        default="",
        label=section.get("label", text, default=_LABEL_BREAK.sub(" ", name).capitalize()),
        help=section.get("help", text, default=""),
        minimum=section.get("min", bound, default=None),  # type: ignore[arg-type]
        maximum=section.get("max", bound, default=None),  # type: ignore[arg-type]
        choices=choices,
        sweep=section.get("sweep", scalar(units.parse_boolean), default=False),
    )
    if kind == "choice" and not choices:
        section.refuse("choices", "A choice needs “choices”.")
    default = section.get("default", scalar(unready.parse if kind else str))
    section.finish()
    return replace(unready, default=default) if len(section.problems) == before else None
