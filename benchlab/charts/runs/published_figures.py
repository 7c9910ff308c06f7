"""The study's published figures next to a run's own."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchlab.analysis.runs.published_figures import Results, caches, ours
from benchlab.charts.runs.run_labels import differences, is_scaled
from benchlab.definitions.parameters.parameters import Parameter
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.published_figures import Published
from benchlab.models import Phase

SMALL = 0.1
_OF_THE_WORK = ("ms", "s", "B")


@dataclass(frozen=True)
class PublishedAndOurs:
    """A figure of the study and the run's own."""

    published: Published
    ours: float | None
    differences: Sequence[str] = ()
    """In what the run is other than the study."""
    caches: Sequence[str] = ()
    """What was in memory when its shots began, where a restart came right before them."""
    is_scaled: bool = False
    """Whether the run had another amount of rows or calls than the study."""

    @property
    def is_of_other_work(self) -> bool:
        """Whether it is a time or a size that another amount of work took, so that a ratio would mean nothing."""
        return bool(self.ours) and self.is_scaled and self.published.unit in _OF_THE_WORK

    @property
    def speed(self) -> float | None:
        """How many times as fast ours is; of a figure that is no time, how many times as much."""
        if not self.ours or not self.published.value or self.is_of_other_work:
            return None
        ratio = self.ours / self.published.value
        return 1 / ratio if self.published.unit in ("ms", "s") else ratio


@dataclass(frozen=True)
class Ratio:
    """One figure of the study to another, and the run's own."""

    over: PublishedAndOurs
    under: PublishedAndOurs

    @property
    def published(self) -> float:
        return self.over.published.value / self.under.published.value

    @property
    def ours(self) -> float:
        return (self.over.ours or 0) / (self.under.ours or 1)


def published_and_ours(
    plan: Plan, phases: Sequence[Phase], parameters: Mapping[str, Parameter]
) -> list[PublishedAndOurs]:
    results = {phase.name: phase.result for phase in phases if phase.result}
    return [_beside(each, results, plan, parameters) for each in plan.published]


def _beside(
    published: Published, results: Results, plan: Plan, parameters: Mapping[str, Parameter]
) -> PublishedAndOurs:
    told = differences(published.circumstances, plan, parameters)
    if not published.applies:
        return PublishedAndOurs(published, None, told)
    scaled = is_scaled(published.circumstances, plan, parameters)
    return PublishedAndOurs(published, ours(published, results), told, caches(published, [results]), scaled)


def shared_differences(told: Sequence[PublishedAndOurs]) -> list[str]:
    """In what the run is other than the study for every figure: worth saying once."""
    applying = [each.differences for each in told if each.published.applies]
    return [each for each in applying[0] if all(each in others for others in applying)] if len(applying) > 1 else []


def ratios(told: Sequence[PublishedAndOurs]) -> list[Ratio]:
    """Those of which the run has both."""
    known = {each.published.label: each for each in told if each.ours and each.published.value}
    return [Ratio(each, known[each.published.against]) for each in known.values() if each.published.against in known]
