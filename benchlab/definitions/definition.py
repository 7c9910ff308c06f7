"""A benchmark's definition: its text, checked, from which plans are made."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from benchlab.definitions.language import templates, yaml_document
from benchlab.definitions.language.node_readers import DefinitionSection, attempt, entries, text
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.language.suggestions import Unknown, did_you_mean
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.parameters import declarations
from benchlab.definitions.parameters.experiment_grid import Given, Grid
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.plan_reader import Resolution, resolve
from benchlab.definitions.plan.published_figures import Published
from benchlab.definitions.plan.server_facts import Facts
from benchlab.definitions.values.units import Value

LONGEST_STUDY = 64
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_TEMPLATED = ("tables", "values", "phases", "settings", "needs", "published", "compared", "shortest", "primary")
UNKNOWN_SERVER = {"flavour": "MariaDB", "version": "10.11", "engines": ["InnoDB"], "myisamchk": False}
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
    """The part of the document that templates expand in."""

    @staticmethod
    def parse(source: str) -> "Definition":
        """The definition of a YAML text; Refused with every problem found, each with line and column."""
        return _parsed(source)

    @property
    def defaults(self) -> dict[str, Value]:
        return {name: parameter.default for name, parameter in self.parameters.items()}

    @property
    def published(self) -> tuple[Published, ...]:
        """The figures of the study, as they apply to the defaults."""
        return self._resolve(self.defaults, UNKNOWN_SERVER)[0].published

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

    def grid(self, given: Given, *, repeats: int = 1) -> Grid:
        """The values to try of each parameter that is given; Refused with all that is wrong."""
        return Grid.read(self.parameters, given, repeats=repeats)

    def plan(
        self, values: Mapping[str, Value], *, revision: int, seed: int, servers: Sequence[Target], facts: Facts
    ) -> Plan:
        """The frozen plan of these values on a server with these facts; Refused where they do not fit together."""
        server = {
            "flavour": facts.flavour,
            "version": facts.version,
            "engines": list(facts.engines),
            "myisamchk": facts.capability("myisamchk").possible,
        }
        values = {name: self._as_spelled(name, value, facts) for name, value in values.items()}
        found, problems = self._resolve(values, server)
        if problems:
            raise Refused(problems)
        return Plan(
            benchmark=self.name,
            revision=revision,
            title=self.title,
            study=self.study,
            seed=seed,
            parameters=dict(values),
            written={name: self.parameters[name].format(value) for name, value in values.items()},
            servers=tuple(servers),
            **vars(found),
        )

    def _as_spelled(self, name: str, value: Value, facts: Facts) -> Value:
        """An engine in the server's own spelling; one that it does not offer is left to the requirements."""
        if self.parameters[name].type != "engine":
            return value
        return next((engine for engine in facts.engines if engine.lower() == str(value).lower()), value)

    def _resolve(self, values: Mapping[str, Value], server: Mapping[str, Any]) -> tuple[Resolution, list[Problem]]:
        return resolve(self.tree, self.parameters, {**values, "server": server})

    def _trial_problems(self) -> Iterator[Problem]:
        """What is wrong with the defaults; then what else is wrong with one parameter set to another of its choices."""
        _, problems = self._resolve(self.defaults, UNKNOWN_SERVER)
        yield from problems
        places = {(problem.line, problem.column) for problem in problems}
        for name, value in self._alternatives():
            _, problems = self._resolve({**self.defaults, name: value}, UNKNOWN_SERVER)
            for problem in problems:
                if (problem.line, problem.column) not in places:
                    yield replace(
                        problem, message=f"With {name} = {self.parameters[name].format(value)}: {problem.message}"
                    )
            places |= {(problem.line, problem.column) for problem in problems}

    def _alternatives(self) -> Iterator[tuple[str, Value]]:
        for name, parameter in self.parameters.items():
            choices: Sequence[Value] = (True, False) if parameter.type == "boolean" else parameter.choices
            yield from ((name, value) for value in choices if value != parameter.default)


# Pages ask for their benchmark's definition often, and the same text always parses to the same.
@lru_cache(maxsize=64)
def _parsed(source: str) -> Definition:
    tree = yaml_document.read(source)
    problems: list[Problem] = []
    section = DefinitionSection(tree, problems)
    parameters = section.get("parameters", lambda node: declarations.parameters(node, problems), default={})
    expandable, template_problems = _expandable(section, parameters)
    definition = Definition(
        text=source,
        name=section.get("name", _name),
        title=section.get("title", _title),
        study=section.get("study", _study, default=""),
        description=section.get("description", text, default=""),
        parameters=parameters,
        demo=section.get("demo", lambda node: _demo(node, parameters, problems), default={}),
        tree=expandable,
    )
    section.finish()
    problems += [*template_problems, *definition._trial_problems()]
    if problems:
        raise Refused(sorted(dict.fromkeys(problems), key=lambda problem: (problem.line or 0, problem.column or 0)))
    return definition


def _expandable(section: DefinitionSection, parameters: Mapping[str, Parameter]) -> tuple[Node, list[Problem]]:
    """The part of the tree that parameters expand in, and what is wrong with its templates."""
    children = {key: child for key in _TEMPLATED if (child := section.child(key))}
    declared = section.child("parameters")
    names = declared.value if declared and isinstance(declared.value, dict) else {}
    tree = replace(section.node, value=children)
    return templates.check(tree, known=[*names, "server"], unsure=set(names) - set(parameters))


def _name(node: Node) -> str:
    given = text(node)
    if not _NAME.fullmatch(given):
        raise ValueError(f"“{given}” is not a name: use lower-case letters, digits and dashes, at most 64.")
    return given


def _study(node: Node) -> str:
    study = text(node)
    if len(study) > LONGEST_STUDY:
        raise ValueError(f"A study's name has at most {LONGEST_STUDY} characters.")
    return study


def _title(node: Node) -> str:
    given = text(node)
    if not 0 < len(given) <= 200:
        raise ValueError("A title has 1 to 200 characters.")
    return given


def _demo(node: Node, parameters: Mapping[str, Parameter], problems: list[Problem]) -> dict[str, str]:
    def value(name: str, child: Node) -> str:
        if name not in parameters:
            raise Unknown(f"There is no parameter “{name}”.", name, parameters)
        parameters[name].parse(text(child))
        return text(child)

    return {name: attempt(child, partial(value, name), problems, "") for name, child in entries(node).items()}
