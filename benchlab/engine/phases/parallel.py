"""Phases at once, each in a thread that lives as long as the phase and starts its load processes."""

import threading
from collections.abc import Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from typing import Any

from benchlab.definitions.phases.check import CheckPhase
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.definitions.phases.load import LoadPhase
from benchlab.definitions.phases.myisamchk import MyisamchkPhase
from benchlab.definitions.phases.parallel import ParallelPhase
from benchlab.definitions.phases.phase import Phase
from benchlab.definitions.phases.query import QueryPhase
from benchlab.definitions.phases.restart import RestartPhase
from benchlab.definitions.phases.size import SizePhase
from benchlab.definitions.phases.sql import SqlPhase
from benchlab.engine.context import Context
from benchlab.engine.failures import HaltedError
from benchlab.engine.generator.synchronized_start import Start
from benchlab.engine.phases import observed_stalls
from benchlab.engine.phases.check import CheckExecution
from benchlab.engine.phases.drive import DriveExecution
from benchlab.engine.phases.load import LoadExecution
from benchlab.engine.phases.myisamchk import MyisamchkExecution
from benchlab.engine.phases.observed_stalls import Action, Felt
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.phases.query import QueryExecution
from benchlab.engine.phases.restart import RestartExecution
from benchlab.engine.phases.size import SizeExecution
from benchlab.engine.phases.sql import SqlExecution

LOOK_S = 0.1
LOADED = (DrivePhase, LoadPhase)
"""The phases with load processes, which take a while to be ready."""

Executions = list[PhaseExecution[Any]]


class ParallelExecution(PhaseExecution[ParallelPhase]):
    def __init__(self, phase: ParallelPhase, context: Context, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._performed: Executions = []
        self._others_are_done = threading.Event()
        self._together = Start(context.clock, sum(isinstance(each, LOADED) for each in phase.phases))

    @property
    def expected_s(self) -> float | None:
        drives = [each for each in self.phase.phases if isinstance(each, DrivePhase)]
        return max((each.warmup_s + each.duration_s for each in drives if each.duration_s is not None), default=None)

    def run(self) -> None:
        executions = self._performed = self._executions()
        with ThreadPoolExecutor(len(executions), thread_name_prefix=self.phase.name) as pool:
            futures = [pool.submit(self._perform, each) for each in executions]
            lasting = [future for future, each in zip(futures, executions, strict=True) if _has_an_end(each.phase)]
            self._wait(lasting, futures)
            self.context.halt.wait(self.phase.tail_s)
            self._others_are_done.set()
            self._wait(futures, futures)
        _raise_the_cause(futures)

    def _perform(self, execution: PhaseExecution[Any]) -> None:
        """Drives and loads start together; the rest waits for them, or else it would not be under their load."""
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
        until = None if _has_an_end(phase) else self._others_are_done
        return DriveExecution(
            phase, self.context, parent=self.phase.name, start=self._together, first_lane=first_lane, lanes=lanes,
            until=until,
        )  # fmt: skip

    def _wait(self, wanted: "Sequence[Future[None]]", futures: "Sequence[Future[None]]") -> None:
        """One that fails ends all: none of the others says anything worth knowing any more."""
        while not all(future.done() for future in wanted) and not self.context.halt.is_set():
            wait(futures, LOOK_S, return_when=FIRST_EXCEPTION)
            if any(future.done() and future.exception() for future in futures):
                self.context.halt.set()

    def figures(self) -> dict[str, Any]:
        """What the clients of its drives felt of its actions; nothing where nobody acted, or nobody drove."""
        acted = [action for each in self._performed for action in each.actions]
        return {"details": observed_stalls.details([(action, self._felt(action)) for action in acted])}

    def _felt(self, action: Action) -> list[Felt]:
        drives = [each for each in self._performed if isinstance(each, DriveExecution)]
        return [felt for each in drives if (felt := each.felt(action))]


def execution_of(phase: Phase, context: Context, *, parent: str | None = None) -> PhaseExecution[Any]:
    execution: PhaseExecution[Any] = EXECUTIONS[type(phase)](phase, context, parent=parent)
    return execution


EXECUTIONS: dict[type[Phase], Any] = {
    SqlPhase: SqlExecution,
    LoadPhase: LoadExecution,
    DrivePhase: DriveExecution,
    QueryPhase: QueryExecution,
    RestartPhase: RestartExecution,
    MyisamchkPhase: MyisamchkExecution,
    SizePhase: SizeExecution,
    ParallelPhase: ParallelExecution,
    CheckPhase: CheckExecution,
}


def _has_an_end(phase: Phase) -> bool:
    return not isinstance(phase, DrivePhase) or phase.duration_s is not None or phase.count is not None


def _raise_the_cause(futures: "Sequence[Future[None]]") -> None:
    errors = [error for future in futures if (error := future.exception())]
    causes = [error for error in errors if not isinstance(error, HaltedError)]
    for error in [*causes, *errors]:
        raise error
