"""The restart phase: the server stopped and started again."""

from dataclasses import dataclass
from typing import Literal, Self

from benchlab.definitions.language.node_readers import DefinitionSection, one_of
from benchlab.definitions.phases.phase import KindHelp, PlannedPhase, ReadingContext


@dataclass(frozen=True)
class RestartPhase(PlannedPhase):
    """The server stopped in order and started again; ``cold``: with nothing of the run's data left in memory."""

    kind = "restart"
    help = KindHelp(
        "Restart a sandbox, with cold caches or as they are.",
        {
            "": {"cache": "Whether the caches are cold afterwards."},
            "cache": {"cold": "Nothing of the data in memory, verified.", "as is": "Whatever the restart leaves."},
        },
        ('{"?": 1, cache: "?"}',),
    )

    cache: Literal["cold", "as is"] = "cold"

    @classmethod
    def read(cls, section: DefinitionSection, name: str, context: ReadingContext) -> Self:  # noqa: ARG003
        return cls(name, section.get("cache", one_of(("cold", "as is")), default="cold"))  # type: ignore[arg-type]

    @property
    def summary(self) -> str:
        caches = "caches cold" if self.cache == "cold" else "caches as they are then"
        return f"{caches}; skipped where benchlab may not restart the server"
