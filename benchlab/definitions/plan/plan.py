"""The Plan: definition, parameters and server facts, resolved and frozen. It holds no secret."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, Self

from benchlab.definitions.plan.plan_parts import GeneratorSpec, ParallelPhase, Phase, phase_from_json, phase_to_json

Value = str | int | float | bool
"""A parameter's value once parsed: durations in seconds, sizes in bytes, counts as plain numbers."""


OWNER_TABLE = "benchlab_owner"
"""In every schema that benchlab makes: whose it is. Without it none is touched."""


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
    """Those that it was taken with besides: with others ours is shown all the same, and what differs is said."""
    shots: tuple[float, ...] = ()
    """What each shot of the study showed, where it tells them; ``value`` is their median."""
    plus: tuple[str, ...] = ()
    """Phases whose figure is part of it, beside that of ``phase``."""
    against: str = ""
    """The label of the figure that it is told as a ratio to, too."""


@dataclass(frozen=True)
class Primary:
    """The figure that a comparison judges by: ``figure`` is a path into the result of ``phase``."""

    phase: str
    figure: str
    better: Literal["higher", "lower"]


@dataclass(frozen=True)
class Compared:
    """What the study compares without telling a figure, or what belongs beside its figures."""

    label: str
    phase: str
    figure: str
    unit: str
    plus: tuple[str, ...] = ()


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
    phases: tuple[Phase, ...]
    settings: dict[str, Value] = field(default_factory=dict)
    """Global settings that benchlab sets for the run and puts back."""
    needs: tuple[str, ...] = ()
    """Steps that need more than the run's account has; see ``definitions.plan.requirements``."""
    published: tuple[Published, ...] = ()
    compared: tuple[Compared, ...] = ()
    shortest_s: float = 0.0
    """A phase of a published figure that takes less is timed too shortly to be believed; 0 where nothing is said."""
    written: dict[str, str] = field(default_factory=dict)
    """The parameters as people write them: ``20s``, ``100k``."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Why a phase is not part of this plan, by its name, where the definition says so."""
    primary: Primary | None = None
    """None where the definition leaves it to benchlab; see ``analysis.comparisons.primary``."""

    def all_phases(self) -> Iterator[Phase]:
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
            "phases": [phase_to_json(phase) for phase in self.phases],
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
                "phases": tuple(phase_from_json(phase) for phase in given["phases"]),
                "needs": tuple(given["needs"]),
                "published": tuple(_published_from_json(figure) for figure in given["published"]),
                "primary": Primary(**given["primary"]) if given.get("primary") else None,
                "compared": tuple(_compared_from_json(figure) for figure in given.get("compared", ())),
            }
        )


def _published_from_json(stored: dict[str, Any]) -> Published:
    lists = {name: tuple(stored.get(name, ())) for name in ("shots", "plus")}
    return Published(**{**stored, **lists})


def _compared_from_json(stored: dict[str, Any]) -> Compared:
    return Compared(**{**stored, "plus": tuple(stored["plus"])})
