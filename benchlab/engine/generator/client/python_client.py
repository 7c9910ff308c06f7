"""One client of a drive in Python: repeats transactions on its connection. The measured path is in here."""

import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from benchlab import mysql
from benchlab.engine import error_messages
from benchlab.engine.generator.client.client_connection import ClientConnection
from benchlab.engine.generator.client.drive_state import DriveState
from benchlab.engine.generator.client.reconnection import FIRST_PAUSE_S, LONGEST_PAUSE_S
from benchlab.engine.generator.client.tally_recorder import FAILED, ClientError, Ledger
from benchlab.engine.generator.client.work_queue import WorkQueue
from benchlab.engine.generator.pacing import Arrivals
from benchlab.engine.generator.statement_rendering import CONTROL, Block
from benchlab.engine.run_clock import NS

TRY_AGAIN = frozenset({1205, 1213})
"""Lock wait timeout and deadlock."""
NAP_S = 0.1
"""A client sleeps no longer at a time, so as to notice the end of the drive."""


@dataclass(frozen=True)
class Failure:
    """Statement ``at`` of a block ended in ``error``."""

    at: int
    error: mysql.Error

    @property
    def code(self) -> int:
        return mysql.error_code(self.error)

    @property
    def lost(self) -> bool:
        return self.code in mysql.LOST_CODES


class Client:
    def __init__(
        self, state: DriveState, connection: ClientConnection, queue: WorkQueue, arrivals: Arrivals | None
    ) -> None:  # fmt: skip
        self.ledger = Ledger()
        self.unstarted = 0
        self.begun = [0] * len(state.script.transactions)
        """How many of each transaction."""
        self._state = state
        self._connection = connection
        self._queue = queue
        self._arrivals = arrivals
        self._rendered: deque[Block] = deque()

    def render_ahead(self) -> int:
        """Generate one more block; its size in bytes, 0 where no more is needed."""
        block = self._queue.block()
        if block is None:
            return 0
        self._rendered.append(block)
        return sum(map(len, block.statements))

    def run(self) -> None:
        """Repeat from the agreed start until the drive is over or the quota is done, in a thread of its own."""
        self._sleep_until(self._state.start_ns)
        for block in self._blocks():
            self._repeat(block)
        self._connection.close()

    def _blocks(self) -> Iterator[Block]:
        while not self._is_over():
            block = self._rendered.popleft() if self._rendered else self._queue.block()
            if block is None:
                return
            self.ledger.blocks.append(block)
            yield block
            for kind in block.begun.tolist():
                self.begun[kind] += 1

    def _is_over(self) -> bool:
        return time.monotonic_ns() >= self._state.end_ns

    def _repeat(self, block: Block) -> None:
        for number in range(len(block)):
            if self._is_over() or not self._wait_until_due(block, number):
                return
            self._transact(block, number)
            if self._state.phase.think_s:
                self._sleep_until(time.monotonic_ns() + int(self._state.phase.think_s * NS))

    def _wait_until_due(self, block: Block, number: int) -> bool:
        """False where the drive is over before the transaction can begin."""
        if self._arrivals is None:
            return True
        due_ns = block.dues[number] = self._state.start_ns + self._arrivals.take()
        self._sleep_until(due_ns)
        if not self._is_over():
            return True
        self.unstarted += due_ns < self._state.end_ns
        return False

    def _sleep_until(self, moment_ns: int) -> None:
        while (left_ns := min(moment_ns, self._state.end_ns) - time.monotonic_ns()) > 0:
            time.sleep(min(left_ns / NS, NAP_S))

    def _transact(self, block: Block, number: int) -> None:
        first, end = int(block.bounds[number]), int(block.bounds[number + 1])
        block.starts[number] = time.monotonic_ns()
        tries_left = self._state.phase.retries
        while failure := self._send(block, first, end):
            retried = failure.code in TRY_AGAIN and tries_left > 0 and not self._is_over()
            tries_left -= 1
            if not retried:
                self._write_off(block, failure.at, end)
            # Of a transaction, only the COMMIT leaves doubt: all before it is rolled back.
            in_doubt = failure.at == end - 1 and self._is_in_doubt(block, failure)
            self._recover(block, failure, in_doubt=in_doubt, retried=retried, roll_back=end - first > 1)
            if not retried:
                return

    def _send(self, block: Block, first: int, end: int) -> Failure | None:
        now, query, settle, answers = (
            time.monotonic_ns,
            self._connection.query,
            self._connection.settle,
            self._state.answers,
        )
        i = first
        try:
            for i in range(first, end):
                block.began[i] = now()
                query(block.statements[i])
                block.rows[i] = settle[answers[block.numbers[i]]]()
                block.ended[i] = now()
        except mysql.Error as error:
            return Failure(i, error)
        return None

    def _write_off(self, block: Block, first: int, end: int) -> None:
        for i in range(first, end):
            block.rows[i] = FAILED
            block.ended[i] = time.monotonic_ns()

    # When something goes wrong.

    def _is_in_doubt(self, block: Block, failure: Failure) -> bool:
        """Whether the server may have committed a statement whose answer was lost."""
        number = block.numbers[failure.at]
        return failure.lost and (number == CONTROL or self._state.answers[number] != "rows")

    def _recover(
        self, block: Block, failure: Failure, *, in_doubt: bool, retried: bool = False, roll_back: bool = False
    ) -> None:
        self.ledger.errors.append(ClientError(time.monotonic_ns(), failure.code, in_doubt, retried))
        if failure.code in error_messages.HOPELESS:
            self._state.fail_at(block.statements[failure.at], failure.error)
        elif failure.lost:
            self._reconnect()
        elif roll_back:
            self._roll_back()

    def _roll_back(self) -> None:
        try:
            self._connection.query(b"ROLLBACK")
        except mysql.Error as error:
            self.ledger.errors.append(ClientError(time.monotonic_ns(), mysql.error_code(error)))
            self._reconnect()

    def _reconnect(self) -> None:
        """Try until it works or the drive is over; each attempt that fails counts as an error."""
        self._connection.close()
        pause_s = FIRST_PAUSE_S
        while not self._is_over():
            try:
                self._connection.open()
            except mysql.Error as error:
                self.ledger.errors.append(ClientError(time.monotonic_ns(), mysql.error_code(error)))
            else:
                return
            self._sleep_until(time.monotonic_ns() + int(pause_s * NS))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
