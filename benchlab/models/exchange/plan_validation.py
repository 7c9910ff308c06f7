"""What the plan in an export must hold before it is stored."""

from typing import Any, Literal

from msgspec import Struct, convert

from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan, Target
from benchlab.definitions.plan.primary_figure import Primary
from benchlab.definitions.plan.published_figures import Compared, Published
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.definitions.values.units import Value
from benchlab.models.exchange.import_validation import Name, Position, Seconds


class PlanRecord(Struct):
    """All of a plan but its phases, of which each has a form of its own."""

    benchmark: Name
    revision: Position
    title: str
    study: str
    seed: int
    parameters: dict[str, Value]
    servers: list[Target]
    tables: dict[str, str]
    values: dict[str, GeneratorSpec]
    phases: list[dict[str, Any]]
    settings: dict[str, Value]
    needs: list[str]
    published: list[Published]
    compared: list[Compared] = []
    shortest_s: float = 0.0
    written: dict[str, str] = {}
    left_out: dict[str, str] = {}
    primary: Primary | None = None


def read(stored: dict[str, Any]) -> Plan:
    """The plan, each field of its type. Raises ``msgspec.ValidationError``, and TypeError for a field unknown here."""
    for phase in convert(stored, PlanRecord).phases:
        _check_phase(phase)
    return Plan.from_json(stored)


def _check_phase(stored: dict[str, Any]) -> None:
    kinds = PlannedPhase.kinds()
    form = kinds[convert(stored.get("kind"), Literal[tuple(kinds)])]
    if form is not ParallelPhase:
        convert(stored, form)
        return
    for phase in convert(stored, ParallelRecord).phases:
        _check_phase(phase)


class ParallelRecord(Struct):
    name: Name
    phases: list[dict[str, Any]]
    tail_s: Seconds = 0.0
