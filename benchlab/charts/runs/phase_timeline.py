"""The timeline of a run's phases: done, running, and the time left."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from benchlab.charts.render.number_format import clock
from benchlab.charts.render.proportional_lengths import to_scale
from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.definitions.plan.plan import Plan
from benchlab.engine.phases.sql import CREATE_TABLES
from benchlab.models import Phase, Run, State

LEAST = 1.2
"""Percent of the strip's width: what is shorter is drawn so wide all the same, to be seen and pointed at."""

PhaseState = Literal["waiting", "running", "done", "failed", "skipped"]


@dataclass(frozen=True)
class TimelinePhase:
    """One phase of the timeline."""

    name: str
    kind: str
    state: PhaseState
    seconds: float | None
    """How long it took, or has taken so far."""
    expected_s: float | None
    share: float
    """How much of it is done, 0 to 1."""
    progress: str = ""

    @property
    def left_s(self) -> float | None:
        """None where it is unknown."""
        if self.state in ("done", "failed", "skipped"):
            return 0.0
        if self.state == "waiting":
            return self.expected_s
        return self._left_while_running()

    def _left_while_running(self) -> float | None:
        seconds = self.seconds or 0.0
        if self.expected_s is not None:
            return max(0.0, self.expected_s - seconds)
        # A rate is only known after a while: the first rows of a load say nothing of the last.
        return seconds / self.share - seconds if self.share > 0.02 and seconds > 1 else None

    @property
    def length_s(self) -> float:
        """How long it is on the strip: what it took, or what is known of how long it will take."""
        if self.state in ("waiting", "running"):
            return max(self.seconds or 0.0, self.expected_s or 0.0)
        return self.seconds or 0.0

    @property
    def percent(self) -> float:
        return round(100 * self.share, 1)


@dataclass(frozen=True)
class TimelinePlace:
    """Where a stretch is on the strip, in percent of its width."""

    stretch: TimelinePhase
    left: float
    width: float

    @property
    def room(self) -> Literal["wide", "middling", "narrow"]:
        """Whether its name fits into it: everywhere, not on a phone, nowhere."""
        return "wide" if self.width >= 33 else "middling" if self.width >= 9 else "narrow"


@dataclass(frozen=True)
class Timeline:
    stretches: tuple[TimelinePhase, ...]

    @property
    def current(self) -> TimelinePhase | None:
        return next((each for each in self.stretches if each.state == "running"), None)

    @property
    def left_s(self) -> float:
        """At least this long: phases of unknown length are left out."""
        return sum(each.left_s or 0.0 for each in self.stretches)

    @property
    def left_is_known(self) -> bool:
        return all(each.left_s is not None for each in self.stretches)

    @property
    def strip(self) -> list[TimelinePlace]:
        return [
            TimelinePlace(stretch, left, width)
            for stretch, (left, width) in zip(
                self.stretches, to_scale([each.length_s for each in self.stretches], least=LEAST), strict=True
            )
        ]

    @property
    def left_words(self) -> str:
        if not self.left_s and not self.left_is_known:
            return "time left unknown"
        return f"{'' if self.left_is_known else 'at least '}{clock(self.left_s)} left"

    @property
    def share(self) -> float:
        """How much of the run is done, 0 to 1, by time where that is known."""
        spent = sum(each.seconds or 0.0 for each in self.stretches)
        whole = spent + self.left_s
        return spent / whole if whole else 0.0


def timeline(run: Run, phases: Sequence[Phase], now_s: float) -> Timeline:
    plan = run.plan
    begun = {phase.name: phase for phase in phases if not phase.parent}
    planned = {phase.name: phase for phase in plan.phases}
    # What the engine does of itself comes first.
    names = [*([CREATE_TABLES] if plan.tables else []), *planned]
    return Timeline(tuple(_stretch(name, planned.get(name), begun.get(name), run, now_s) for name in names))


def _stretch(name: str, planned: PlannedPhase | None, begun: Phase | None, run: Run, now_s: float) -> TimelinePhase:
    state, seconds, share = _state(begun, run), None, 0.0
    expected_s = planned.expected_s if planned else None
    if begun:
        expected_s = expected_s if begun.expected_s is None else begun.expected_s
        seconds = max(0.0, (now_s if begun.finished_s is None else begun.finished_s) - begun.started_s)
        share = 1.0 if state == "done" else _share(begun, seconds, expected_s)
    progress = _progress(begun) if begun else ""
    kind = planned.kind if planned else "sql"
    return TimelinePhase(name, kind, state, seconds, expected_s, share, progress)


def _state(begun: Phase | None, run: Run) -> PhaseState:
    if begun is None:
        return "skipped" if run.is_over else "waiting"
    if begun.finished_s is not None:
        return "done"
    return "running" if run.state == State.RUNNING else "failed"


def _share(begun: Phase, seconds: float, expected_s: float | None) -> float:
    if expected_s:
        return min(1.0, seconds / expected_s)
    return min(1.0, begun.done / begun.total) if begun.done and begun.total else 0.0


def _progress(begun: Phase) -> str:
    if not begun.total or begun.unit == "s":
        return ""
    return f"{begun.done or 0:,.0f} of {begun.total:,.0f} {begun.unit}"


def planned_seconds(plan: Plan) -> float:
    """What the phases whose length is known take together."""
    return sum(phase.expected_s or 0.0 for phase in plan.phases)
