"""Executes loads: streams in load processes, each with consecutive blocks of rows, or a part of a file."""

import math
from typing import Any

from benchlab.definitions.phases.load import LoadPhase
from benchlab.engine import phase_results
from benchlab.engine.generator import load_data_files
from benchlab.engine.generator.load_data_files import NoFileError
from benchlab.engine.generator.load_processes import LoadProcesses, monotonic_after
from benchlab.engine.generator.phase_seconds import PhaseSeconds
from benchlab.engine.generator.process_messages import Done, FilePart, LoadTask, Tick
from benchlab.engine.generator.synchronized_start import SynchronizedStart
from benchlab.engine.generator.tally import Tally
from benchlab.engine.phases.load_flush import FlushMeasurement
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.run_context import CANCEL_GRACE_S, RunContext
from benchlab.engine.run_failures import HaltedError, PhaseFailedError

BLOCK_ROWS = 10_000
"""Rows drawn from one random stream: a seed makes the same rows, however many streams write them."""
HEAD_START_S = 0.05
LOOK_S = 0.1
BUSY = 0.8
"""From this share of the processors that they can use, the load processes count as the limit."""
SHORTEST_JUDGED_S = 1.0
"""The CPU time of a shorter load went into its start."""


class LoadExecution(PhaseExecution[LoadPhase]):
    executes = LoadPhase

    def __init__(
        self,
        phase: LoadPhase,
        context: RunContext,
        *,
        parent: str | None = None,
        start: SynchronizedStart | None = None,
    ) -> None:
        super().__init__(phase, context, parent=parent)
        self._start = start
        self._names = sorted(set(phase.columns.values()))
        # Reserved at once: phases at the same time must not use the same positions.
        self._bases = context.sequences.reserve(self._names, phase.rows)
        self._blocks = _shares(-(-phase.rows // BLOCK_ROWS), phase.streams)
        self._seconds = PhaseSeconds(
            phase.name,
            values_of=self._values_of,
            report=context.report,
            generator=f"generator:{phase.name}" if parent else "generator",
        )
        self._end_s = 0.0
        self._hang_detector = context.hang_detector()
        self._rows_at_last_answer = self._written = self._left_out = 0
        self._remarks: list[str] = []
        self._flush: FlushMeasurement | None = None
        self._file_bytes = self._streams = 0
        self._rows_so_far = 0.0
        self._stopped = False

    def run(self) -> None:
        tasks = self._tasks()
        with LoadProcesses(tasks) as processes:
            if not processes.get_ready(self.context.halt.is_set):
                raise HaltedError
            start_ns = self._start.agree(self.context.halt) if self._start else monotonic_after(HEAD_START_S)
            processes.go(start_ns)
            self.started_s = self.context.clock.to_s(start_ns)
            self._seconds.begin(self.started_s, self.started_s, processes=len(tasks))
            try:
                while not processes.all_done:
                    self._look(processes)
            finally:
                self._finish(processes)
        if self.context.halt.is_set():
            raise HaltedError
        self._warn()
        if self.phase.flushed:
            self._measure_flush()

    def _tasks(self) -> list[LoadTask]:
        if self.phase.file is None:
            return [self._task(*blocks) for blocks in self._blocks]
        try:
            path = load_data_files.found(self.phase.file, self.context.files)
            parts = load_data_files.parts(self.phase.file, path, self.phase.streams)
        except (NoFileError, OSError) as error:
            doing = f"Loading {self.phase.table} in the phase “{self.phase.name}”"
            raise PhaseFailedError(f"{doing} failed: {error}") from error
        self._file_bytes = sum(each.end - each.start for each in parts)
        return [self._task(0, 0, part) for part in parts]

    def _task(self, first_block: int, end_block: int, part: FilePart | None = None) -> LoadTask:
        return LoadTask(
            account=self.context.account,
            schema=self.context.target.schema,
            phase=self.phase,
            values={} if part else {name: self.context.plan.values[name] for name in self._names},
            seed=self.context.plan.seed,
            bases=self._bases,
            block_rows=BLOCK_ROWS,
            first_block=first_block,
            end_block=end_block,
            run_started_ns=self.context.clock.started_monotonic_ns,
            part=part,
        )

    def _look(self, processes: LoadProcesses) -> None:
        for number, message in processes.receive(LOOK_S):
            if isinstance(message, Tick):
                self._seconds.add(number, message)
                self._report_progress()
            elif isinstance(message, Done):
                self._seconds.end_of(number)
        now_s = self.context.clock.now_s()
        self._seconds.advance(now_s, end_s=int(now_s))
        if self.context.halt.is_set():
            self._stop(processes, now_s)
        else:
            self._check_server_is_alive()

    def _report_progress(self) -> None:
        if self._file_bytes:
            self.report_progress(min(self._bytes_sent, self._file_bytes), self._file_bytes, "bytes")
        else:
            self.report_progress(self._sent, self.phase.rows, "rows")

    def _check_server_is_alive(self) -> None:
        """A load that builds an index or commits reports nothing for long; one whose server hangs never does."""
        if self._sent > self._rows_at_last_answer:
            self._rows_at_last_answer = self._sent
            self._hang_detector.answered()
        if trouble := self._hang_detector.trouble():
            raise PhaseFailedError(f"Loading {self.phase.table} in the phase “{self.phase.name}” {trouble}")

    def _stop(self, processes: LoadProcesses, now_s: float) -> None:
        if not self._stopped:
            self._stopped = True
            self._end_s = now_s
            processes.stop(monotonic_after(0))
        elif now_s > self._end_s + CANCEL_GRACE_S:
            raise HaltedError

    @property
    def _sent(self) -> int:
        return self._seconds.totals["window"].rows

    @property
    def _bytes_sent(self) -> int:
        return self._seconds.totals["window"].bytes_sent

    def _finish(self, processes: LoadProcesses) -> None:
        ended = [self.context.clock.to_s(each.last_ns) for each in processes.final_reports if each.last_ns]
        self._end_s = max(ended) if processes.all_done and ended else self.context.clock.now_s()
        self._written = sum(each.rows for each in processes.final_reports)
        self._left_out = sum(each.left_out for each in processes.final_reports)
        self._remarks = [remark for each in processes.final_reports for remark in each.remarks]
        self._streams = len(processes.final_reports)
        self._seconds.advance(math.inf, end_s=self._end_s)

    def _values_of(self, tally: Tally, width_s: float) -> dict[str, float]:
        self._rows_so_far += tally.rows
        return {"rows_per_second": tally.rows / width_s, "rows_so_far": self._rows_so_far, "errors": 0.0}

    def _warn(self) -> None:
        if self._left_out or self._remarks:
            several = "; ".join(self._remarks)
            self.context.warn(
                self.phase.name, f"{self._left_out:,} rows of the phase “{self.phase.name}” were left out: {several}."
            )
        if self._busy_share >= BUSY and self._end_s - self.started_s >= SHORTEST_JUDGED_S:
            self.context.warn(
                self.phase.name,
                f"The load generator was the limit in the phase “{self.phase.name}”: its processes used "
                f"{self._busy_share:.0%} of the CPU that they can use. The server may be able to take rows faster than "
                "these figures say; more streams, or simpler values, help.",
            )

    @property
    def _busy_share(self) -> float:
        lasted_s = (self._end_s - self.started_s) * max(1, self._streams)
        return self._seconds.busiest_s / lasted_s if lasted_s > 0 else 0.0

    def _measure_flush(self) -> None:
        self._flush = FlushMeasurement(self.context, self.phase.name, self.phase.table, self.started_s)
        self._flush.measure()
        if self._flush.problem:
            self.context.warn(self.phase.name, self._flush.problem)

    def figures(self) -> dict[str, Any]:
        self.seconds = max(0.0, self._end_s - self.started_s)
        statements = self._seconds.totals["window"].statements
        rows_per_second = self._written / self.seconds if self.seconds else None
        return {
            "started_s": self.started_s,
            "seconds": self.seconds,
            "rows": self._written,
            "statements": sum(each.count for each in statements.values()),
            "per_second": rows_per_second,
            "by_statement": phase_results.by_statement(statements),
            "details": {
                "acknowledged": self._written,
                "rows_per_second": rows_per_second,
                "streams": self._streams,
                "client_cpu_us_per_row": self._seconds.cpu_s * 1e6 / max(1, self._written),
                "generator_busy_share": self._busy_share,
                "bytes_sent": self._bytes_sent,
                **({"left_out": self._left_out, "remarks": self._remarks} if self._left_out else {}),
                **(self._flush.figures(rows=self._written, bytes_sent=self._bytes_sent) if self._flush else {}),
            },
        }

    def histograms(self) -> dict[str, bytes]:
        return phase_results.stored(self._seconds.totals["window"].statements)


def _shares(blocks: int, streams: int) -> list[tuple[int, int]]:
    """Consecutive blocks for each stream, first to end; no stream without a block."""
    used = max(1, min(streams, blocks))
    return [(blocks * number // used, blocks * (number + 1) // used) for number in range(used)]
