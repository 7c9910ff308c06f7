"""The record of a run: its layout, published figures beside its own, phases as rows of a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab.analysis.beside import ours
from benchlab.charts.layout import LayoutRow, Touch
from benchlab.definitions.plan import Published
from benchlab.models import LayoutCapture, Phase, Run

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


def last_layout(run: Run) -> list[LayoutRow]:
    """The rows of the last layout that was captured, tables in the order of the definition."""
    capture: LayoutCapture | None = run.layouts.order_by("-time_s").first()
    if capture is None:
        return []
    place = {table: number for number, table in enumerate(run.plan_json.get("tables", ()))}
    return sorted(capture.rows, key=lambda row: place.get(row["table"], len(place)))


def touched_by(phases: Sequence[Phase]) -> Touch:
    """Partitions by query and table, where the server told them."""
    told = {phase.name: ((phase.result or {}).get("details") or {}).get("partitions") for phase in phases}
    return {name: partitions for name, partitions in told.items() if partitions}
