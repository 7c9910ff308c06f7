"""Reading the figures that a study published, and whether they were taken with this run's parameters."""

from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from benchlab.definitions import figures
from benchlab.definitions.document import Node
from benchlab.definitions.parameters import Parameter
from benchlab.definitions.plan import Published
from benchlab.definitions.problems import Problem
from benchlab.definitions.reading import Section, attempt, entries, items, text
from benchlab.definitions.suggest import did_you_mean

_SHORTHANDS = ("per_second", "seconds")


class PublishedReader:
    def __init__(
        self,
        parameters: Mapping[str, Parameter],
        values: Mapping[str, Any],
        phases: Collection[str],
        problems: list[Problem],
    ) -> None:
        self.parameters = parameters
        self.values = values
        self.phases = phases
        self.problems = problems

    def read(self, node: Node) -> tuple[Published, ...]:
        return tuple(self._figure(Section(item, self.problems)) for item in items(node))

    def _figure(self, section: Section) -> Published:
        shorthand = next((name for name in _SHORTHANDS if section.has(name)), None)
        figure: str = shorthand or section.get("figure", figures.path, default="per_second")
        published = Published(
            label=section.get("label", text),
            phase=section.get("phase", self._phase),
            figure=figure,
            value=section.get(shorthand or "value", lambda node: figures.amount(text(node), figure)),
            unit=section.get("unit", text, default=figures.unit(figure)),
            applies=section.get("when", self._applies, default=True),
            conditions=section.get("conditions", text, default=""),
        )
        section.finish()
        return published

    def _phase(self, node: Node) -> str:
        name = text(node)
        if name not in self.phases:
            raise ValueError(f"There is no phase “{name}”. {did_you_mean(name, self.phases)}")
        return name

    def _applies(self, node: Node) -> bool:
        # A list, so that what is wrong with the later ones is told too.
        agrees = [
            attempt(child, partial(self._is, name), self.problems, False) for name, child in entries(node).items()
        ]
        return all(agrees)

    def _is(self, name: str, node: Node) -> bool:
        parameter = self.parameters.get(name)
        if parameter is None:
            raise ValueError(f"There is no parameter “{name}”. {did_you_mean(name, self.parameters)}")
        return str(parameter.parse(text(node))).lower() == str(self.values[name]).lower()
