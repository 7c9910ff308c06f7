"""The record of a run: published figures beside its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab.analysis.beside import ours
from benchlab.definitions.plan import Published
from benchlab.models import Phase

SMALL = 0.1


@dataclass(frozen=True)
class Beside:
    """A figure of the study and the run's own."""

    published: Published
    ours: float | None

    @property
    def speed(self) -> float | None:
        """How many times as fast ours is; of a figure that is no time, how many times as much."""
        if not self.ours or not self.published.value:
            return None
        ratio = self.ours / self.published.value
        return 1 / ratio if self.published.unit in ("ms", "s") else ratio


def beside_published(published: Sequence[Published], phases: Sequence[Phase]) -> list[Beside]:
    results = {phase.name: phase.result for phase in phases if phase.result}
    return [Beside(each, ours(each, results) if each.applies else None) for each in published]
