"""The Plan: definition, parameters and server facts, resolved and frozen. It holds no secret."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Self

from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.primary_figure import Primary
from benchlab.definitions.plan.published_figures import Compared, Published
from benchlab.definitions.values.generators import GeneratorSpec
from benchlab.definitions.values.units import Value

OWNER_TABLE = "benchlab_owner"
"""The table that marks every schema benchlab makes with its owner; a schema without it is never touched."""


@dataclass(frozen=True)
class Target:
    """A server as the plan needs it: names and facts, no address and no secret."""

    name: str
    role: str
    flavour: str
    version: str
    machine: str
    schema: str
    account: str
    """The account made for the run, with rights on ``schema`` alone; empty where an admin allowed the server's own."""
    checked_at: str = ""
    """When the check was that found this, in ISO 8601; older plans do not know."""


@dataclass(frozen=True)
class Plan:
    benchmark: str
    revision: int
    title: str
    study: str
    seed: int
    parameters: dict[str, Value]
    servers: tuple[Target, ...]
    tables: dict[str, str]
    """DDL by table name, in order of creation."""
    values: dict[str, GeneratorSpec]
    phases: tuple[PlannedPhase, ...]
    settings: dict[str, Value] = field(default_factory=dict)
    """Global settings that benchlab sets for the run and restores afterwards."""
    needs: tuple[str, ...] = ()
    """Steps that need more than the run's account has; see ``definitions.plan.server_requirements``."""
    published: tuple[Published, ...] = ()
    compared: tuple[Compared, ...] = ()
    shortest_s: float = 0.0
    """A phase of a published figure that takes less is too short to be trusted; 0 where no limit is given."""
    written: dict[str, str] = field(default_factory=dict)
    """The parameters as people write them: ``20s``, ``100k``."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Why a phase is not part of this plan, by its name, where the definition says so."""
    primary: Primary | None = None
    """None where the definition leaves it to benchlab; see ``analysis.comparisons.primary``."""

    def all_phases(self) -> Iterator[PlannedPhase]:
        """Every phase, those inside a parallel after it."""
        for phase in self.phases:
            yield phase
            if isinstance(phase, ParallelPhase):
                yield from phase.phases

    def to_json(self) -> dict[str, Any]:
        return {
            "format": "benchlab.plan/1",
            **{each.name: getattr(self, each.name) for each in fields(self)},
            "servers": [asdict(server) for server in self.servers],
            "values": {name: asdict(spec) for name, spec in self.values.items()},
            "phases": [phase.to_json() for phase in self.phases],
            "needs": list(self.needs),
            "published": [asdict(figure) for figure in self.published],
            "primary": asdict(self.primary) if self.primary else None,
            "compared": [asdict(figure) for figure in self.compared],
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        given = {name: value for name, value in stored.items() if name != "format"}
        return cls(
            **{
                **given,
                "servers": tuple(Target(**server) for server in given["servers"]),
                "values": {name: GeneratorSpec(**spec) for name, spec in given["values"].items()},
                "phases": tuple(PlannedPhase.from_json(phase) for phase in given["phases"]),
                "needs": tuple(given["needs"]),
                "published": tuple(Published.from_json(figure) for figure in given["published"]),
                "primary": Primary(**given["primary"]) if given.get("primary") else None,
                "compared": tuple(Compared.from_json(figure) for figure in given.get("compared", ())),
            }
        )
