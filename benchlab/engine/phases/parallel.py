"""Executes phases at once, each in a thread that lives as long as the phase and starts its load processes."""

import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any

from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.engine.generator.synchronized_start import SynchronizedStart
from benchlab.engine.phases import client_stalls
from benchlab.engine.phases.client_stalls import ObservedStall, TimedStatement
from benchlab.engine.phases.drive import DriveExecution
from benchlab.engine.phases.load import LoadExecution
from benchlab.engine.phases.phase import PhaseExecution, execution_of
from benchlab.engine.run_context import RunContext
from benchlab.engine.run_failures import HaltedError

LOOK_S = 0.1
LOADED = (DrivePhase, LoadPhase)
"""The phases with load processes, which take a while to be ready."""

Executions = list[PhaseExecution[Any]]


class ParallelExecution(PhaseExecution[ParallelPhase]):
    executes = ParallelPhase

    def __init__(self, phase: ParallelPhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._performed: Executions = []
        self._others_are_done = threading.Event()
        self._together = SynchronizedStart(context.clock, sum(isinstance(each, LOADED) for each in phase.phases))

    def run(self) -> None:
        executions = self._performed = self._executions()
        with ThreadPoolExecutor(len(executions), thread_name_prefix=self.phase.name) as pool:
            futures = [pool.submit(self._perform, each) for each in executions]
            lasting = [future for future, each in zip(futures, executions, strict=True) if each.phase.has_end]
            self._wait(lasting, futures)
            self.context.halt.wait(self.phase.tail_s)
            self._others_are_done.set()
            self._wait(futures, futures)
        _raise_the_cause(futures)

    def _perform(self, execution: PhaseExecution[Any]) -> None:
        """Drives and loads start together; the rest waits for them, so as to run under their load."""
        if not isinstance(execution.phase, LOADED):
            self._together.wait(self.context.halt)
        execution.perform()

    def _executions(self) -> Executions:
        """Loads first: they reserve their positions of a sequence, and all drives share the rest."""
        phases = sorted(self.phase.phases, key=lambda each: isinstance(each, DrivePhase))
        lanes = sum(each.clients for each in phases if isinstance(each, DrivePhase))
        executions: Executions = []
        first_lane = 0
        for phase in phases:
            if isinstance(phase, DrivePhase):
                executions.append(self._drive(phase, first_lane, lanes))
                first_lane += phase.clients
            elif isinstance(phase, LoadPhase):
                executions.append(LoadExecution(phase, self.context, parent=self.phase.name, start=self._together))
            else:
                executions.append(execution_of(phase, self.context, parent=self.phase.name))
        return executions

    def _drive(self, phase: DrivePhase, first_lane: int, lanes: int) -> DriveExecution:
        until = None if phase.has_end else self._others_are_done
        return DriveExecution(
            phase, self.context, parent=self.phase.name, start=self._together, first_lane=first_lane, lanes=lanes,
            until=until,
        )  # fmt: skip

    def _wait(self, wanted: "Sequence[Future[None]]", futures: "Sequence[Future[None]]") -> None:
        """One that fails ends all: the figures of the others are of no use then."""
        while not all(future.done() for future in wanted) and not self.context.halt.is_set():
            wait(futures, LOOK_S, return_when=FIRST_EXCEPTION)
            if any(future.done() and future.exception() for future in futures):
                self.context.halt.set()

    def figures(self) -> dict[str, Any]:
        """The stalls that clients of its drives observed during its statements; empty without either."""
        acted = [action for each in self._performed for action in each.actions]
        return {"details": client_stalls.details([(action, self._observed(action)) for action in acted])}

    def _observed(self, action: TimedStatement) -> list[ObservedStall]:
        drives = [each for each in self._performed if isinstance(each, DriveExecution)]
        return [stall for each in drives if (stall := each.observed_stall(action))]


def _raise_the_cause(futures: "Sequence[Future[None]]") -> None:
    errors = [error for future in futures if (error := future.exception())]
    causes = [error for error in errors if not isinstance(error, HaltedError)]
    for error in [*causes, *errors]:
        raise error
