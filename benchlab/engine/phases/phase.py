"""What the execution of every kind of phase has in common."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Generic, TypeVar

from benchlab.definitions.phases.phase import PlannedPhase
from benchlab.engine import phase_results
from benchlab.engine.events import PhaseFinished, PhaseStarted, Progress
from benchlab.engine.phases.client_stalls import TimedStatement
from benchlab.engine.run_context import RunContext
from benchlab.engine.run_failures import HaltedError

P = TypeVar("P", bound=PlannedPhase)


class PhaseExecution(ABC, Generic[P]):
    """``perform`` blocks until the phase is over, and reports events meanwhile."""

    executes: ClassVar[type[PlannedPhase]]

    def __init__(self, phase: P, context: RunContext, *, parent: str | None = None) -> None:
        self.phase = phase
        self.context = context
        self.parent = parent
        self.started_s = 0.0
        self.seconds: float | None = None
        """How long it took, where that is not simply until now."""
        self.actions: list[TimedStatement] = []
        """Its statements that clients of a phase at the same time may have noticed."""
        self._cache = ""
        """What it found in the caches, where a restart came right before it."""

    def perform(self) -> None:
        """Raises ``PhaseFailedError`` and ``HaltedError``; what was measured until then is reported all the same."""
        phase, clock = self.phase, self.context.clock
        self.started_s = clock.now_s()
        self._cache, self.context.cache = self.context.cache, ""
        self.context.report(PhaseStarted(self.started_s, phase.name, phase.kind, self.parent, phase.expected_s))
        cut_short = True
        try:
            self.run()
            cut_short = False
        finally:
            self._report_end(cut_short=cut_short)

    def _report_end(self, *, cut_short: bool) -> None:
        phase = self.phase
        result = {**self._blank(), **self.figures()}
        result["details"] |= {"cache": self._cache} if self._cache else {}
        result["details"] |= {"cut_short": True} if cut_short else {}
        phase_results.note_unknown_percentiles(result)
        self.context.results[phase.name] = result
        # Statements of a run that was cut short are killed, which is no error of theirs.
        if not cut_short and (sentence := phase_results.many_errors(result)):
            self.context.warn(phase.name, sentence)
        self.context.report(PhaseFinished(self.context.clock.now_s(), phase.name, result, self.histograms()))

    def _blank(self) -> dict[str, Any]:
        seconds = self.context.clock.now_s() - self.started_s if self.seconds is None else self.seconds
        return phase_results.blank(self.phase, parent=self.parent, started_s=self.started_s, seconds=seconds)

    @abstractmethod
    def run(self) -> None: ...

    @abstractmethod
    def figures(self) -> dict[str, Any]:
        """What it measured, by the keys of a phase's result."""

    def histograms(self) -> dict[str, bytes]:
        return {}

    def wait_until(self, at_s: float) -> None:
        """Raises ``HaltedError`` where the run is over before."""
        if self.context.halt.wait(max(0.0, at_s - self.context.clock.now_s())):
            raise HaltedError

    def report_progress(self, done: float, total: float, unit: str) -> None:
        self.context.report(Progress(self.context.clock.now_s(), self.phase.name, done, total, unit))


def execution_of(phase: PlannedPhase, context: RunContext, *, parent: str | None = None) -> PhaseExecution[Any]:
    kinds: dict[type[PlannedPhase], type[PhaseExecution[Any]]]
    kinds = {each.executes: each for each in PhaseExecution.__subclasses__()}
    return kinds[type(phase)](phase, context, parent=parent)
