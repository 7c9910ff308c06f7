"""The parallel phase: phases at once."""

from dataclasses import dataclass
from typing import Any, Self

from benchlab.definitions.language.node_readers import DefinitionSection, scalar
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext
from benchlab.definitions.values import units


@dataclass(frozen=True)
class ParallelPhase(PlannedPhase):
    """Phases at once. It ends when those with an end of their own are done; drives without one are then stopped."""

    kind = "parallel"
    help = KindHelp(
        "Phases at once.",
        {"": {"tail": "How long drives without an end go on after the others."}},
        ('{"?": 1, phases: [{sql: {name: any_sql, statements: ["SELECT 1"]}}]}',),
    )

    phases: tuple[PlannedPhase, ...]
    tail_s: float = 0.0
    """How much longer those drives go on."""

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self | None:
        phases = section.get("phases", context.read_parallel)
        allowed = [kind for kind, each in PlannedPhase.kinds().items() if each.may_be_parallel]
        if any(phase.kind not in allowed for phase in phases or ()):
            section.refuse(
                "phases", f"A parallel phase can hold {', '.join(allowed[:-1])} and {allowed[-1]} phases only."
            )
        elif phases and not any(phase.has_end for phase in phases):
            section.refuse("phases", "None of these phases has an end: give a drive “for” or “count”.")
        tail_s = section.get("tail", scalar(units.parse_duration), default=0.0)
        return cls(name, phases, tail_s) if phases else None

    @property
    def summary(self) -> str:
        return "at once:"

    @property
    def expected_s(self) -> float | None:
        return max((each.expected_s or 0.0 for each in self.phases), default=0.0) or None

    @property
    def connections(self) -> int:
        return sum(each.connections for each in self.phases)

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "phases": [each.to_json() for each in self.phases]}

    @classmethod
    def from_fields(cls, stored: dict[str, Any]) -> Self:
        return cls(**{**stored, "phases": tuple(PlannedPhase.from_json(each) for each in stored["phases"])})
