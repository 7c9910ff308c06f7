"""A bulk load: streams in load processes, each with consecutive blocks of rows."""

import math
from typing import Any

from benchlab.definitions.plan import LoadPhase
from benchlab.engine import results
from benchlab.engine.context import CANCEL_GRACE_S, Context
from benchlab.engine.failures import HaltedError, PhaseFailedError
from benchlab.engine.messages import Done, LoadTask, Tick
from benchlab.engine.phase import PhaseExecution
from benchlab.engine.processes import Team, monotonic_after
from benchlab.engine.seconds import Seconds
from benchlab.engine.starting import Start
from benchlab.engine.tally import Tally

BLOCK_ROWS = 10_000
"""Rows drawn from one random stream: the same rows come of a seed, however many streams write them."""
HEAD_START_S = 0.05
LOOK_S = 0.1


class LoadExecution(PhaseExecution[LoadPhase]):
    def __init__(
        self, phase: LoadPhase, context: Context, *, parent: str | None = None, start: Start | None = None
    ) -> None:
        super().__init__(phase, context, parent=parent)
        self._start = start
        self._names = sorted(set(phase.columns.values()))
        # Taken when it is made: phases at the same time must not meet.
        self._bases = context.sequences.reserve(self._names, phase.rows)
        self._blocks = _shares(-(-phase.rows // BLOCK_ROWS), phase.streams)
        self._seconds = Seconds(
            phase.name,
            values_of=self._values_of,
            tell=context.tell,
            generator=f"generator:{phase.name}" if parent else "generator",
        )
        self._end_s = 0.0
        self._lookout = context.lookout()
        self._heard_rows = 0
        self._written = 0
        self._stopped = False

    def run(self) -> None:
        with Team([self._task(*blocks) for blocks in self._blocks]) as team:
            if not team.get_ready(self.context.halt.is_set):
                raise HaltedError
            start_ns = self._start.agree(self.context.halt) if self._start else monotonic_after(HEAD_START_S)
            team.go(start_ns)
            self.started_s = self.context.clock.to_s(start_ns)
            self._seconds.begin(self.started_s, self.started_s, processes=len(self._blocks))
            try:
                while not team.all_done:
                    self._look(team)
            finally:
                self._finish(team)
        if self.context.halt.is_set():
            raise HaltedError

    def _task(self, first_block: int, end_block: int) -> LoadTask:
        return LoadTask(
            account=self.context.account,
            schema=self.context.target.schema,
            phase=self.phase,
            values={name: self.context.plan.values[name] for name in self._names},
            seed=self.context.plan.seed,
            bases=self._bases,
            block_rows=BLOCK_ROWS,
            first_block=first_block,
            end_block=end_block,
            run_started_ns=self.context.clock.started_monotonic_ns,
        )

    def _look(self, team: Team) -> None:
        for number, message in team.receive(LOOK_S):
            if isinstance(message, Tick):
                self._seconds.add(number, message)
                self.tell_progress(self._sent, self.phase.rows, "rows")
            elif isinstance(message, Done):
                self._seconds.end_of(number)
        now_s = self.context.clock.now_s()
        self._seconds.advance(now_s, end_s=int(now_s))
        if self.context.halt.is_set():
            self._stop(team, now_s)
        else:
            self._look_for_life()

    def _look_for_life(self) -> None:
        """A load that makes an index or commits tells nothing for long; a server that stands still never does."""
        if self._sent > self._heard_rows:
            self._heard_rows = self._sent
            self._lookout.heard()
        if trouble := self._lookout.trouble():
            raise PhaseFailedError(f"Loading {self.phase.table} in the phase “{self.phase.name}” {trouble}")

    def _stop(self, team: Team, now_s: float) -> None:
        if not self._stopped:
            self._stopped = True
            self._end_s = now_s
            team.stop(monotonic_after(0))
        elif now_s > self._end_s + CANCEL_GRACE_S:
            raise HaltedError

    @property
    def _sent(self) -> int:
        return self._seconds.totals["window"].rows

    def _finish(self, team: Team) -> None:
        ended = [self.context.clock.to_s(each.last_ns) for each in team.farewells if each.last_ns]
        self._end_s = max(ended) if team.all_done and ended else self.context.clock.now_s()
        self._written = sum(each.rows for each in team.farewells)
        self._seconds.advance(math.inf, end_s=self._end_s)

    def _values_of(self, tally: Tally, width_s: float) -> dict[str, float]:
        return {"rows_per_second": tally.rows / width_s, "errors": 0.0}

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
            "by_statement": results.by_statement(statements),
            "details": {
                "acknowledged": self._written,
                "rows_per_second": rows_per_second,
                "streams": len(self._blocks),
                "client_cpu_us_per_row": self._seconds.cpu_s * 1e6 / max(1, self._written),
            },
        }

    def histograms(self) -> dict[str, bytes]:
        return results.stored(self._seconds.totals["window"].statements)


def _shares(blocks: int, streams: int) -> list[tuple[int, int]]:
    """Consecutive blocks for each stream, first to end; no stream without a block."""
    used = max(1, min(streams, blocks))
    return [(blocks * number // used, blocks * (number + 1) // used) for number in range(used)]
