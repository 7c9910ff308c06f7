"""One client of a drive: repeats transactions on its connection. The measured path is in here."""

import time
from collections import Counter, deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Literal

from benchlab import mysql
from benchlab.engine import sentences
from benchlab.engine.client.connection import ClientConnection
from benchlab.engine.client.course import Course
from benchlab.engine.client.recording import FAILED, Ledger, Mishap
from benchlab.engine.clock import NS
from benchlab.engine.messages import Failed
from benchlab.engine.pacing import Arrivals
from benchlab.engine.rendering import CONTROL, Block, Renderer

TRY_AGAIN = frozenset({1205, 1213})
"""Lock wait timeout and deadlock."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0
Pause = Literal[0, 1]
ANSWER: Pause = 0
"""Until the connection can be read."""
RECONNECT: Pause = 1
"""For as long as it takes to connect again: going on blocks."""
NAP_S = 0.1
"""A client sleeps no longer at once, to see that the drive is over."""


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
    """``quota`` is how many transactions it does, None for as many as there is time for."""

    def __init__(
        self, course: Course, connection: ClientConnection, renderer: Renderer, arrivals: Arrivals | None,
        *, quota: int | None, block_size: int,
    ) -> None:  # fmt: skip
        self.ledger = Ledger()
        self.connection = connection
        self.unstarted = 0
        self.uses: Counter[str] = Counter()
        """How many values of each name went to the server."""
        self._course = course
        self._renderer = renderer
        self._arrivals = arrivals
        self._quota = quota
        self._block_size = block_size
        self._rendered: deque[Block] = deque()

    def render_ahead(self) -> int:
        """Make one more block; its size in bytes, 0 where no more is wanted."""
        block = self._new_block()
        if block is None:
            return 0
        self._rendered.append(block)
        return sum(map(len, block.statements))

    def _new_block(self) -> Block | None:
        if self._quota is None:
            return self._renderer.block(self._block_size)
        size = min(self._block_size, self._quota)
        self._quota -= size
        return self._renderer.block(size) if size else None

    def waiting(self, since_start_ns: int) -> int:
        """Transactions of a client with a pace of its own that were due by then and are not begun."""
        return self._arrivals.waiting(since_start_ns) if self._arrivals else 0

    def run(self) -> None:
        """Repeat from the agreed start until the drive is over or the quota is done, in a thread of its own."""
        self.wait_for_start()
        if self._course.is_plain:
            for _ in self.steps():
                continue
        else:
            for block in self._blocks():
                self._repeat(block)
            self.connection.close()

    def wait_for_start(self) -> None:
        self._sleep_until(self._course.start_ns)

    def _blocks(self) -> Iterator[Block]:
        while not self._is_over():
            block = self._rendered.popleft() if self._rendered else self._new_block()
            if block is None:
                return
            self.ledger.blocks.append(block)
            yield block
            self.uses.update(self._renderer.uses(block))

    def _is_over(self) -> bool:
        return time.monotonic_ns() >= self._course.end_ns

    # One statement after the other. Whoever carries several clients in one thread goes on with one when it can be read.

    def steps(self) -> Iterator[Pause]:
        """All from the start to the end of a plain drive, with a pause wherever it waits for the server."""
        for block in self._blocks():
            numbered = enumerate(block.statements)
            while failure := (yield from self._send_plainly(block, numbered)):
                self._write_off(block, failure.at, failure.at + 1)
                if failure.lost:
                    yield RECONNECT
                self._recover(block, failure, in_doubt=self._is_in_doubt(block, failure))
                if self._is_over():
                    break
        self.connection.close()

    def _send_plainly(self, block: Block, numbered: "enumerate[bytes]") -> Generator[Pause, None, Failure | None]:
        """From where ``numbered`` stands to the end of the block or the time. Every statement pays for every line."""
        course, connection, now = self._course, self.connection, time.monotonic_ns
        send, receive, settle = connection.send, connection.receive, connection.settle[course.plain_answer]
        began, ended, rows = block.began, block.ended, block.rows
        i = 0
        try:
            for i, statement in numbered:
                began[i] = now()
                send(statement)
                yield ANSWER
                receive()
                rows[i] = settle()
                ended[i] = at = now()
                if at >= course.end_ns:
                    return None
        except mysql.Error as error:
            return Failure(i, error)
        return None

    # Transactions, pace, thinking, second tries.

    def _repeat(self, block: Block) -> None:
        for number in range(len(block)):
            if self._is_over() or not self._wait_until_due(block, number):
                return
            self._transact(block, number)
            if self._course.phase.think_s:
                self._sleep_until(time.monotonic_ns() + int(self._course.phase.think_s * NS))

    def _wait_until_due(self, block: Block, number: int) -> bool:
        """False where the drive is over before the transaction can begin."""
        if self._arrivals is None:
            return True
        due_ns = block.dues[number] = self._course.start_ns + self._arrivals.take()
        self._sleep_until(due_ns)
        if not self._is_over():
            return True
        self.unstarted += due_ns < self._course.end_ns
        return False

    def _sleep_until(self, moment_ns: int) -> None:
        while (left_ns := min(moment_ns, self._course.end_ns) - time.monotonic_ns()) > 0:
            time.sleep(min(left_ns / NS, NAP_S))

    def _transact(self, block: Block, number: int) -> None:
        first, end = int(block.bounds[number]), int(block.bounds[number + 1])
        block.starts[number] = time.monotonic_ns()
        tries_left = self._course.phase.retries
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
            self.connection.query,
            self.connection.settle,
            self._course.answers,
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
        """Whether the server may have carried out and committed what we lost the answer to."""
        number = block.numbers[failure.at]
        return failure.lost and (number == CONTROL or self._course.answers[number] != "rows")

    def _recover(
        self, block: Block, failure: Failure, *, in_doubt: bool, retried: bool = False, roll_back: bool = False
    ) -> None:
        self.ledger.mishaps.append(Mishap(time.monotonic_ns(), failure.code, in_doubt, retried))
        if failure.code in sentences.HOPELESS:
            self._fail(failure, sentences.quoted_sql(block.statements[failure.at].decode(errors="replace")))
        elif failure.lost:
            self._reconnect()
        elif roll_back:
            self._roll_back()

    def _fail(self, failure: Failure, statement: str) -> None:
        doing = f"The statement “{statement}” of the phase “{self._course.phase.name}”"
        self._course.fail(Failed(sentences.sentence(failure.error, doing=doing), failure.code))

    def _roll_back(self) -> None:
        try:
            self.connection.query(b"ROLLBACK")
        except mysql.Error as error:
            self.ledger.mishaps.append(Mishap(time.monotonic_ns(), mysql.error_code(error)))
            self._reconnect()

    def _reconnect(self) -> None:
        """Try until it works or the drive is over; each attempt that fails counts as an error."""
        self.connection.close()
        pause_s = FIRST_PAUSE_S
        while not self._is_over():
            try:
                self.connection.open()
            except mysql.Error as error:
                self.ledger.mishaps.append(Mishap(time.monotonic_ns(), mysql.error_code(error)))
            else:
                return
            self._sleep_until(time.monotonic_ns() + int(pause_s * NS))
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
