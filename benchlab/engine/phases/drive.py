"""Executes drives: clients in load processes, started at one moment, their seconds and figures merged."""

import math
import threading
from typing import Any

from benchlab import mysql
from benchlab.definitions.phases.drive import DrivePhase
from benchlab.engine import phase_results
from benchlab.engine.generator.load_processes import LoadProcesses, monotonic_after, processes_for
from benchlab.engine.generator.phase_seconds import PhaseSeconds
from benchlab.engine.generator.process_messages import Done, DriveTask, Tick
from benchlab.engine.generator.statement_rendering import Script
from benchlab.engine.generator.synchronized_start import SynchronizedStart
from benchlab.engine.phases import client_stalls, drive_figures
from benchlab.engine.phases.client_stalls import ObservedStall, TimedStatement
from benchlab.engine.phases.drive_warnings import DriveEvidence, warnings
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.places import sessions
from benchlab.engine.run_context import CANCEL_GRACE_S, RunContext
from benchlab.engine.run_failures import HaltedError, PhaseFailedError

HEAD_START_S = 0.05
"""Between the message that names the end, and that moment."""
LOOK_S = 0.1
FOREVER_S = 1e9


class DriveExecution(PhaseExecution[DrivePhase]):
    """``first_lane`` and ``lanes`` give clients of phases at the same time different positions of sequences."""

    executes = DrivePhase

    def __init__(
        self, phase: DrivePhase, context: RunContext, *, parent: str | None = None,
        start: SynchronizedStart | None = None, first_lane: int = 0, lanes: int | None = None,
        until: threading.Event | None = None,
    ) -> None:  # fmt: skip
        super().__init__(phase, context, parent=parent)
        self._script = Script(phase.transactions)
        self._bases = context.sequences.bases(self._script.names)
        self._lanes = (first_lane, lanes or phase.clients)
        self._until = until or threading.Event()
        self._agreed_start = start or SynchronizedStart(context.clock, 1)
        self._seconds = PhaseSeconds(
            phase.name,
            values_of=drive_figures.SecondValues(phase).of,
            report=context.report,
            generator=f"generator:{phase.name}" if parent else "generator",
        )
        self._processes = 0
        self._generator: str | None = None
        self._end_s = 0.0
        self._connected_at_s = 0.0
        self._connected: dict[int, int] = {}
        self._unstarted = 0
        self._starved_s = 0.0
        self._stopped = False
        self._next_check_at_s = 0.0

    def run(self) -> None:
        self._choose_generator()
        with LoadProcesses(self._tasks()) as processes:
            if not processes.get_ready(self.context.halt.is_set):
                raise HaltedError
            self._start(processes)
            try:
                while not processes.all_done:
                    self._look(processes)
            finally:
                self._finish(processes)
        if self.context.halt.is_set():
            raise HaltedError
        self._warn()

    # Start

    def _choose_generator(self) -> None:
        why_not = self.context.why_not_compiled
        if why_not and self.phase.prepared:
            raise PhaseFailedError(
                f"The phase “{self.phase.name}” prepares its statements, which takes the compiled core; but {why_not}."
            )
        if why_not:
            self.context.warn(
                self.phase.name,
                f"The clients of the phase “{self.phase.name}” are driven by Python, not by the compiled core, because "
                f"{why_not}. That takes more of the CPU, and may be the limit sooner.",
            )
        self._generator = "python" if why_not else "compiled"
        self._processes = processes_for(self.phase.clients, compiled=not why_not)

    def _tasks(self) -> list[DriveTask]:
        return [
            DriveTask(
                account=self.context.account,
                schema=self.context.target.schema,
                phase=self.phase,
                clients=tuple(range(number, self.phase.clients, self._processes)),
                values={name: self.context.plan.values[name] for name in self._script.names},
                seed=self.context.plan.seed,
                bases=self._bases,
                first_lane=self._lanes[0],
                lanes=self._lanes[1],
                run_started_ns=self.context.clock.started_monotonic_ns,
                compiled=not self.context.why_not_compiled,
            )
            for number in range(self._processes)
        ]

    def _start(self, processes: LoadProcesses) -> None:
        start_ns = self._agreed_start.agree(self.context.halt)
        processes.go(start_ns)
        self.started_s = self._connected_at_s = round(self.context.clock.to_s(start_ns), 6)
        self._end_s = self.started_s + (FOREVER_S if self.phase.expected_s is None else self.phase.expected_s)
        self._seconds.begin(self.started_s, self._window_start_s, processes=self._processes)

    @property
    def _window_start_s(self) -> float:
        return self.started_s + self.phase.warmup_s

    # While it goes on

    def _look(self, processes: LoadProcesses) -> None:
        for number, message in processes.receive(LOOK_S):
            if isinstance(message, Tick):
                self._seconds.add(number, message)
                self._connected[number] = message.connected
                self._look_for_connections()
                self._report_progress()
            elif isinstance(message, Done):
                self._seconds.end_of(number)
        now_s = self.context.clock.now_s()
        self._seconds.advance(now_s, end_s=min(int(self._end_s), int(now_s)))
        self._stop_if_wanted(processes, now_s)
        self._check_server_is_alive(now_s)

    def _check_server_is_alive(self, now_s: float) -> None:
        """Statements may take long after the end; a server that hangs or is out of reach answers none."""
        if now_s < self._next_check_at_s or now_s < self._end_s + self.context.patience.with_an_end_s:
            return
        self._next_check_at_s = now_s + self.context.patience.with_an_end_s
        try:
            sessions.opened(self.context.account, self.context.target.schema).close()
        except mysql.Error as error:
            raise PhaseFailedError(
                f"The phase “{self.phase.name}” was to end {now_s - self._end_s:.0f} s ago, but the server answers "
                f"neither its clients nor other connections ({mysql.error_text(error)}): it hangs or is out of reach. "
                "Look into its error log and at its disk and network, and launch again."
            ) from error

    def _look_for_connections(self) -> None:
        now_s = self.context.clock.now_s()
        if any(self._connected.values()):
            self._connected_at_s = now_s
        elif now_s - self._connected_at_s > self.context.patience.with_connections_s:
            waited_s = self.context.patience.with_connections_s
            codes = ", ".join(phase_results.errors_of(self._seconds.all)) or "none"
            raise PhaseFailedError(
                f"For {waited_s:.0f} s none of the {self.phase.clients} clients of the phase "
                f"“{self.phase.name}” had a connection (error codes: {codes}): the server is down or out of reach. "
                "Start it, look into its error log for why it went away, and launch again."
            )

    def _report_progress(self) -> None:
        if self.phase.count:
            self.report_progress(self._seconds.all.transactions.count, self.phase.count, "transactions")
        elif self.phase.expected_s:
            self.report_progress(
                min(self.context.clock.now_s() - self.started_s, self.phase.expected_s), self.phase.expected_s, "s"
            )

    def _stop_if_wanted(self, processes: LoadProcesses, now_s: float) -> None:
        if not self._stopped and (self.context.halt.is_set() or self._until.is_set()):
            self._stopped = True
            end_ns = monotonic_after(HEAD_START_S)
            processes.stop(end_ns)
            self._end_s = min(self._end_s, self.context.clock.to_s(end_ns))
        if self.context.halt.is_set() and now_s > self._end_s + CANCEL_GRACE_S:
            raise HaltedError

    # End

    def _finish(self, processes: LoadProcesses) -> None:
        for report in processes.final_reports:
            self.context.sequences.move_past(report.positions)
            self._unstarted += report.unstarted
            self._starved_s += report.starved_s
        self._end_s = min(self._end_s, self._last_s(processes))
        self._seconds.advance(math.inf, end_s=self._end_s)

    def _last_s(self, processes: LoadProcesses) -> float:
        """A drive for a count ends with its last transaction, one that broke off now."""
        ended = [self.context.clock.to_s(each.last_ns) for each in processes.final_reports if each.last_ns]
        return max(ended) if self.phase.count and processes.all_done and ended else self.context.clock.now_s()

    def _warn(self) -> None:
        evidence = DriveEvidence(
            self.phase,
            lasted_s=self._lasted_s,
            transactions=self._seconds.totals["window"].transactions.count,
            codes=list(phase_results.errors_of(self._seconds.all)),
            missing_seconds=len(self._seconds.missing),
            busy_share=self._busy_share(),
            starved_s=self._starved_s,
            unstarted=self._unstarted,
        )
        for warning in warnings(evidence):
            self.context.warn(self.phase.name, warning)

    # Figures

    def observed_stall(self, action: TimedStatement) -> ObservedStall | None:
        """The stall that its clients observed while a statement of another phase ran."""
        return client_stalls.observed_stall(
            self.phase.name, action, self._seconds.window, (self._window_start_s, self._end_s)
        )

    def figures(self) -> dict[str, Any]:
        found = drive_figures.figures(
            self.phase, self._seconds, window_start_s=self._window_start_s, end_s=self._end_s
        )  # fmt: skip
        details = {
            "clients": self.phase.clients,
            "generator": self._generator,
            "processes": self._processes,
            "unstarted": self._unstarted,
            "client_cpu_percent": 100 * self._busy_share(),
            "starved_share": self._starved_s / self.phase.clients / self._lasted_s if self._lasted_s else 0.0,
            "client_cpu_us_per_statement": self._seconds.cpu_s * 1e6 / max(1, self._seconds.all.statement_count),
        }
        return {**found, "started_s": self.started_s, "details": {**details, **found["details"]}}

    @property
    def _lasted_s(self) -> float:
        return max(0.0, min(self._end_s, self.context.clock.now_s()) - self.started_s)

    def _busy_share(self) -> float:
        return self._seconds.busiest_s / self._processes / self._lasted_s if self._lasted_s and self._processes else 0.0

    def histograms(self) -> dict[str, bytes]:
        window = self._seconds.totals["window"]
        return phase_results.stored(window.statements, window.transactions)
