"""The preview of a launch: its phases and how long they take."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab.charts.runs.phase_timeline import planned_seconds
from benchlab.definitions.parameters.experiment_grid import Grid
from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan


@dataclass(frozen=True)
class Step:
    name: str
    kind: str
    words: str
    seconds: float | None
    inner: bool = False


@dataclass(frozen=True)
class Preview:
    """What the first of the plans does, and how long all of them take, each as often as the grid says."""

    plan: Plan
    steps: tuple[Step, ...]
    grid: Grid
    total_s: float

    @property
    def length_is_known(self) -> bool:
        return all(step.seconds is not None for step in self.steps if not step.inner)

    @property
    def grid_words(self) -> str:
        """What varies, and in which order: “Clients 1, 10; each combination 3 times, in turn.”"""
        varied = "; ".join(f"{name} {', '.join(values)}" for name, values in self.grid.varying.items())
        times = f"each {'combination ' if len(self.grid.varying) > 1 else ''}{self.grid.repeats} times, in turn."
        times = times if self.grid.repeats > 1 else "in turn."
        return f"{varied}; {times}" if varied else f"The same {self.grid.repeats} times."


def preview_of(plans: Sequence[Plan], grid: Grid) -> Preview:
    steps = tuple(step for phase in plans[0].phases for step in _steps(phase))
    return Preview(plans[0], steps, grid, grid.repeats * sum(planned_seconds(plan) for plan in plans))


def _steps(phase: PlannedPhase) -> list[Step]:
    inner = phase.phases if isinstance(phase, ParallelPhase) else ()
    own = Step(phase.name, phase.kind, phase.summary, phase.expected_s)
    return [own, *(Step(each.name, each.kind, each.summary, each.expected_s, inner=True) for each in inner)]
