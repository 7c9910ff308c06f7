"""What is known of a server before anything is launched on it."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

Flavour = Literal["MariaDB", "MySQL", "Percona Server"]

CAPABILITIES = frozenset(
    {"account", "partitions", "triggers", "settings", "process", "bulk_load", "myisamchk", "iostat", "sar"}
)
"""All that a server check looks at; the result of an old check may lack some."""


@dataclass(frozen=True)
class Capability:
    """Whether something can be done on the server; if not, why, and exactly what to do about it."""

    name: str
    possible: bool
    reason: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Facts:
    """The result of a server check. ``engines`` are spelled as the server does, the default first."""

    flavour: Flavour
    version: str
    engines: tuple[str, ...]
    hostname: str
    machine: str
    """Identity of the host the server runs on: servers on the same machine disturb each other's figures."""
    local: bool
    """Whether that machine is this one, so that the host can be watched."""
    datadir: str
    binary_log: bool
    local_infile: bool
    max_connections: int
    open_files_limit: int
    capabilities: tuple[Capability, ...] = field(default=())

    @property
    def version_numbers(self) -> tuple[int, ...]:
        numbers = self.version.split("-")[0].split(".")
        return tuple(int(number) for number in numbers if number.isdigit())

    def capability(self, name: str) -> Capability:
        """Raises KeyError for an unknown name."""
        if name not in CAPABILITIES:
            raise KeyError(f"{name} is no capability: {', '.join(sorted(CAPABILITIES))}")
        unchecked = Capability(name, False, "The last check did not look at this.", "Check the server again.")
        return next((each for each in self.capabilities if each.name == name), unchecked)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        capabilities = tuple(Capability(**each) for each in stored["capabilities"])
        return cls(**{**stored, "engines": tuple(stored["engines"]), "capabilities": capabilities})
