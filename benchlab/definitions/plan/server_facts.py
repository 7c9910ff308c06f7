"""What is known of a server before anything is launched on it."""

from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

Flavour = Literal["MariaDB", "MySQL", "Percona Server"]

CAPABILITIES = frozenset(
    {"account", "partitions", "triggers", "settings", "process", "bulk_load", "myisamchk", "iostat", "sar"}
)
"""What a check finds out; a stored one may be older than a name."""


@dataclass(frozen=True)
class Capability:
    """Whether something can be done on the server; a no carries its reason and the exact thing to do about it."""

    name: str
    possible: bool
    reason: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Facts:
    """What a server check found out. ``engines`` in the server's own spelling, the default first."""

    flavour: Flavour
    version: str
    engines: tuple[str, ...]
    hostname: str
    machine: str
    """Identity of the host the server runs on: two servers with the same machine spoil each other's figures."""
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
        """Raises KeyError for a name that no check ever finds out."""
        if name not in CAPABILITIES:
            raise KeyError(f"{name} is no capability: {', '.join(sorted(CAPABILITIES))}")
        unchecked = Capability(name, False, "This was not found out by the last check.", "Check the server again.")
        return next((each for each in self.capabilities if each.name == name), unchecked)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        capabilities = tuple(Capability(**each) for each in stored["capabilities"])
        return cls(**{**stored, "engines": tuple(stored["engines"]), "capabilities": capabilities})
