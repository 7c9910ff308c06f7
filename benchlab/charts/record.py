"""The record of a run: its layout, published figures beside its own, phases as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab.analysis.figures import figure_at
from benchlab.charts.layout import SIDE, Frame, Picture, Touch, pictures
from benchlab.definitions.plan import Published
from benchlab.models import LayoutCapture, Phase, Run

SMALL = 0.1


@dataclass(frozen=True)
class Beside:
    """A figure of the study and the run's own."""

    published: Published
    ours: float | None

    @property
    def ratio(self) -> float | None:
        return self.ours / self.published.value if self.ours is not None and self.published.value else None

    @property
    def share(self) -> float | None:
        """The ratio the other way round, where it is too small to be read: one part in so many."""
        return 1 / self.ratio if self.ratio and self.ratio < SMALL else None


def beside_published(published: Sequence[Published], phases: Sequence[Phase]) -> list[Beside]:
    results = {phase.name: phase.result for phase in phases if phase.result}
    return [
        Beside(each, figure_at(results.get(each.phase), each.figure) if each.applies else None) for each in published
    ]


def layout_pictures(run: Run, phases: Sequence[Phase], frame: Frame = SIDE) -> list[Picture]:
    """The last layout that was captured, with the partitions that each query read."""
    capture: LayoutCapture | None = run.layouts.order_by("-time_s").first()
    return pictures(capture.rows, touched_by(phases), frame) if capture else []


def touched_by(phases: Sequence[Phase]) -> Touch:
    """Partitions by query and table, where the server told them."""
    told = {phase.name: ((phase.result or {}).get("details") or {}).get("partitions") for phase in phases}
    return {name: partitions for name, partitions in told.items() if partitions}
