"""The figures that a study published, and whether they were measured with this run's parameters."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any, Self

from benchlab.definitions.language.node_readers import DefinitionSection, attempt, entries, items, text
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.phases import figure_names
from benchlab.definitions.values.units import Value

_SHORTHANDS = ("per_second", "seconds")


@dataclass(frozen=True)
class Published:
    """A figure of the source study: ``figure`` is a path into the result of ``phase``, ``value`` in its unit."""

    label: str
    phase: str
    figure: str
    value: float
    unit: str
    applies: bool
    """Whether this run's parameters are those of ``when``."""
    conditions: str = ""
    when: dict[str, Value] = field(default_factory=dict)
    """The parameter values without which it is another figure."""
    circumstances: dict[str, Value] = field(default_factory=dict)
    """Other parameter values it was measured with: with different ones ours is shown with the differences."""
    shots: tuple[float, ...] = ()
    """The value of each shot of the study, where it gives them; ``value`` is their median."""
    plus: tuple[str, ...] = ()
    """Further phases whose figures are added to that of ``phase``."""
    against: str = ""
    """The label of the figure that it is also compared with, as a ratio."""

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, **{name: tuple(stored.get(name, ())) for name in ("shots", "plus")}})


@dataclass(frozen=True)
class Compared:
    """What the study compares without giving a figure, or what belongs next to its figures."""

    label: str
    phase: str
    figure: str
    unit: str
    plus: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "plus": tuple(stored["plus"])})


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
        self._labels: list[str] = []

    def read(self, node: Node) -> tuple[Published, ...]:
        return tuple(self._figure(DefinitionSection(item, self.problems)) for item in items(node))

    def _figure(self, section: DefinitionSection) -> Published:
        shorthand = next((name for name in _SHORTHANDS if section.child(name)), None)
        figure: str = shorthand or section.get("figure", figure_names.path, default="per_second")
        amounts = section.get(shorthand or "value", partial(_amounts, figure=figure)) or [0.0]
        when: dict[str, Value] = section.get("when", self._when, default={})
        against: str = section.get("against", self._label, default="")
        self._labels.append(section.get("label", text))
        published = Published(
            label=self._labels[-1],
            phase=section.get("phase", self._phase),
            figure=figure,
            value=median(amounts),
            shots=tuple(amounts) if len(amounts) > 1 else (),
            plus=section.get("plus", self._phases, default=()),
            unit=section.get("unit", text, default=figure_names.unit(figure)),
            applies=all(str(value).lower() == str(self.values.get(name)).lower() for name, value in when.items()),
            when=when,
            circumstances=section.get("circumstances", self._when, default={}),
            against=against,
            conditions=section.get("conditions", text, default=""),
        )
        section.finish()
        return published

    def _label(self, node: Node) -> str:
        label = text(node)
        if label not in self._labels:
            raise Unknown(f"There is no figure “{label}” before this one.", label, self._labels)
        return label

    def compared(self, node: Node) -> tuple[Compared, ...]:
        """Figures that the study compares without giving them."""
        return tuple(self._compared(DefinitionSection(item, self.problems)) for item in items(node))

    def _compared(self, section: DefinitionSection) -> Compared:
        figure: str = section.get("figure", figure_names.path, default="seconds")
        compared = Compared(
            label=section.get("label", text),
            phase=section.get("phase", self._phase),
            figure=figure,
            unit=figure_names.unit(figure),
            plus=section.get("plus", self._phases, default=()),
        )
        section.finish()
        return compared

    def _phase(self, node: Node) -> str:
        name = text(node)
        if name not in self.phases:
            raise Unknown(f"There is no phase “{name}”.", name, self.phases)
        return name

    def _phases(self, node: Node) -> tuple[str, ...]:
        return tuple(self._phase(item) for item in items(node))

    def _when(self, node: Node) -> dict[str, Value]:
        # An error in one does not hide those in later ones.
        none: Value = ""
        return {
            name: attempt(child, partial(self._is, name), self.problems, none) for name, child in entries(node).items()
        }

    def _is(self, name: str, node: Node) -> Value:
        parameter = self.parameters.get(name)
        if parameter is None:
            raise Unknown(f"There is no parameter “{name}”.", name, self.parameters)
        return parameter.parse(text(node))


def _amounts(node: Node, *, figure: str) -> list[float]:
    """One value, or a list with one for each shot."""
    return [
        figure_names.amount(text(each), figure) for each in (node.value if isinstance(node.value, list) else [node])
    ]
