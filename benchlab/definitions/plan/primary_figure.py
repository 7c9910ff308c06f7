"""The figure that comparisons judge by, as a definition names it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from benchlab.definitions.language.node_readers import DefinitionSection, one_of, text
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases import figure_names
from benchlab.definitions.phases.phase import PlannedPhase

_HIGHER = ("per_second", "rows", "transactions", "statements")


@dataclass(frozen=True)
class Primary:
    """The figure that a comparison judges by: ``figure`` is a path into the result of ``phase``."""

    phase: str
    figure: str
    better: Literal["higher", "lower"]


class PrimaryReader:
    def __init__(self, kinds: Mapping[str, str], named: Collection[str], problems: list[Problem]) -> None:
        """``kinds``: of the phases that will run; ``named``: these and those that are left out."""
        self._kinds = kinds
        self._named = named
        self._problems = problems

    def read(self, node: Node) -> Primary | None:
        """None where its phase is left out with these parameters, so that another figure is used."""
        section = DefinitionSection(node, self._problems)
        phase = section.get("phase", self._phase)
        figure = section.get("figure", figure_names.path, default="per_second")
        assumed = "" if figure.startswith("details.") else "higher" if figure.endswith(_HIGHER) else "lower"
        better = section.get("better", one_of(("higher", "lower")), default=assumed)
        section.finish()
        if not better:
            section.refuse("figure", "Say which direction is better: “better: higher” or “better: lower”.")
        if figure == "per_second" and not PlannedPhase.kinds()[kind := self._kinds.get(phase, "drive")].has_rate:
            section.refuse("figure", f"A {kind} has no “per_second”. Name another figure, such as latency_ms.p50.")
        return Primary(phase, figure, better) if phase in self._kinds else None  # type: ignore[arg-type]

    def _phase(self, node: Node) -> str:
        name = text(node)
        if name not in self._named:
            raise Unknown(f"There is no phase “{name}”.", name, self._named)
        return name
