"""The check phase: an acceptance on figures of earlier phases."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self

from benchlab.definitions.language.node_readers import DefinitionSection, items, text
from benchlab.definitions.language.problems import Problem
from benchlab.definitions.language.suggestions import Unknown
from benchlab.definitions.language.yaml_document import Node
from benchlab.definitions.phases import figure_names
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext

_OPERATORS = {"below": "<", "at_most": "<=", "above": ">", "at_least": ">="}
_HELP = KindHelp(
    "An acceptance on figures of earlier phases.",
    {
        "": {"expect": "A list of figures with their limits."},
        "expect[]": {
            "phase": "A phase before this one.",
            "figure": "Which of its figures.",
            "below": "Less than this.",
            "at_most": "This or less.",
            "above": "More than this.",
            "at_least": "This or more.",
        },
    },
    ('{"?": 1, expect: [{"?": 1, phase: "?", figure: "?", below: 1}]}',),
)


@dataclass(frozen=True)
class Condition:
    """``figure`` is a path into the phase's result, such as ``latency_ms.max``; ``limit`` is in its unit."""

    phase: str
    figure: str
    operator: Literal["<", "<=", ">", ">="]
    limit: float


@dataclass(frozen=True)
class CheckPhase(PlannedPhase):
    """An acceptance on figures of earlier phases."""

    kind = "check"
    help = _HELP

    conditions: tuple[Condition, ...]

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:
        return cls(name, section.get("expect", _ConditionReader(context.earlier, context.problems).read))

    @property
    def summary(self) -> str:
        return ", ".join(f"{each.phase} {each.figure} {each.operator} {each.limit:,.10g}" for each in self.conditions)

    @property
    def expected_s(self) -> float:
        return 0.0

    @classmethod
    def from_fields(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "conditions": tuple(Condition(**each) for each in stored["conditions"])})


class _ConditionReader:
    def __init__(self, earlier: Sequence[str], problems: list[Problem]) -> None:
        """``earlier``: the phases that come before the check."""
        self._earlier = earlier
        self._problems = problems

    def read(self, node: Node) -> tuple[Condition, ...]:
        return tuple(
            found for item in items(node) if (found := self._condition(DefinitionSection(item, self._problems)))
        )

    def _condition(self, section: DefinitionSection) -> Condition | None:
        phase = section.get("phase", self._phase)
        figure = section.get("figure", figure_names.path)
        asked = [word for word in _OPERATORS if section.child(word)]
        section.finish()
        if len(asked) != 1:
            section.refuse(asked[-1] if asked else "figure", "Say one of “below”, “at_most”, “above” and “at_least”.")
            return None
        limit = section.get(asked[0], lambda given: figure_names.amount(text(given), figure or ""))
        return Condition(phase, figure, _OPERATORS[asked[0]], limit)  # type: ignore[arg-type]

    def _phase(self, node: Node) -> str:
        name = text(node)
        if name not in self._earlier:
            raise Unknown(f"No phase “{name}” comes before this check.", name, self._earlier)
        return name
