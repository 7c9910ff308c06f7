"""The preview of a launch: its phases and how long they take."""

from collections.abc import Sequence
from dataclasses import dataclass

from benchlab.charts.runs.phase_timeline import expected_seconds, planned_seconds
from benchlab.definitions.parameters.grid import Grid
from benchlab.definitions.plan.plan import Plan
from benchlab.definitions.plan.plan_parts import (
    CheckPhase,
    DrivePhase,
    LoadPhase,
    MyisamchkPhase,
    ParallelPhase,
    Phase,
    QueryPhase,
    RestartPhase,
    SizePhase,
    SqlPhase,
)


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


def _steps(phase: Phase) -> list[Step]:
    inner = phase.phases if isinstance(phase, ParallelPhase) else ()
    own = Step(phase.name, phase.kind, _words(phase), expected_seconds(phase))
    return [own, *(Step(each.name, each.kind, _words(each), expected_seconds(each), inner=True) for each in inner)]


def _words(phase: Phase) -> str:
    match phase:
        case LoadPhase():
            what = f"the file {phase.file.path}" if phase.file else f"{phase.rows:,} rows"
            return f"{what} into {phase.table}"
        case DrivePhase():
            return _drive_words(phase)
        case QueryPhase():
            return "once" if phase.repeat == 1 else f"{phase.repeat} times"
        case SqlPhase():
            return f"{len(phase.statements)} statement{'s' if len(phase.statements) != 1 else ''}"
        case CheckPhase():
            return ", ".join(
                f"{each.phase} {each.figure} {each.operator} {each.limit:,.10g}" for each in phase.conditions
            )
        case _:
            return _words_of_a_step(phase)


def _words_of_a_step(phase: ParallelPhase | RestartPhase | MyisamchkPhase | SizePhase) -> str:
    match phase:
        case ParallelPhase():
            return "at once:"
        case RestartPhase():
            caches = "caches cold" if phase.cache == "cold" else "caches as they are then"
            return f"{caches}; skipped where benchlab may not restart the server"
        case MyisamchkPhase():
            return f"{phase.keys} the indexes of {phase.table}"
        case SizePhase():
            return f"of {phase.table}"


def _drive_words(phase: DrivePhase) -> str:
    clients = f"{phase.clients:,} client{'s' if phase.clients != 1 else ''}"
    if phase.rate_per_s:
        return f"{clients} at {phase.rate_per_s:,g} transactions/s"
    if phase.pace_per_s:
        return f"{clients}, each at {phase.pace_per_s:,g} transactions/s"
    return f"{clients} as fast as {'they' if phase.clients != 1 else 'it'} can"
