"""Turns the raw times that clients record into tallies by second: once a second, vectorised."""

import threading
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchlab.engine.generator.statement_rendering import CONTROL, Block
from benchlab.engine.generator.tally import PARTS, Part, Tally, moments_of
from benchlab.engine.run_clock import NS
from benchlab.histogram import Histogram

Noted = NDArray[np.int64]
"""Rows of numbers, a column for each transaction or statement."""

FAILED = -2
"""In place of a statement's rows: it ended in an error, or was not sent because one before it did."""
LATE_NS = 1_000_000


@dataclass(frozen=True)
class ClientError:
    """A statement that failed, or a connection that could not be made."""

    at_ns: int
    code: int
    in_doubt: bool = False
    retried: bool = False


@dataclass
class Ledger:
    """What one client did: it appends, the recorder removes, and neither waits for the other."""

    blocks: "deque[Block]" = field(default_factory=deque)
    errors: "deque[ClientError]" = field(default_factory=deque)
    taken: int = 0
    """Transactions of the first block that are counted already."""


class TallyRecorder:
    """Counts what is in the ledgers. ``window_ns`` is the measured stretch; it may get shorter while work goes on."""

    def __init__(self, statements: Sequence[str], *, run_started_ns: int, paced: bool) -> None:
        self._statements = statements
        self._zero_ns = run_started_ns
        self._paced = paced
        self.window_ns = (0, 0)
        self.last_ns = 0
        self._tallies: dict[tuple[int, Part], Tally] = {}
        self._lock = threading.Lock()

    def collect(self, ledgers: Sequence[Ledger]) -> dict[tuple[int, Part], Tally]:
        """All that was noted since the last call."""
        with self._lock:
            slices = [each for ledger in ledgers for each in _ended_since(ledger)]
            if slices:
                self._count_transactions(np.hstack([_transactions(*each) for each in slices]))
                self._count_statements(np.hstack([_statements(*each) for each in slices]))
            for ledger in ledgers:
                while ledger.errors:
                    self._count_error(ledger.errors.popleft())
            collected, self._tallies = self._tallies, {}
            return collected

    def _count_transactions(self, noted: Noted) -> None:
        starts, dues, ended, rows = noted
        for key, here in self._by_moment(ended, rows != FAILED):
            tally = self._tally(key)
            tally.moments |= moments_of((ended[here] - self._zero_ns) % NS)
            if self._paced:
                tally.transactions.record_many(ended[here] - dues[here])
                tally.service.record_many(ended[here] - starts[here])
                tally.late += int((starts[here] - dues[here] > LATE_NS).sum())
            else:
                tally.transactions.record_many(ended[here] - starts[here])
            self.last_ns = max(self.last_ns, int(ended[here].max()))

    def _count_statements(self, noted: Noted) -> None:
        numbers, began, ended, rows, kept = noted
        for key, here in self._by_moment(ended, (rows != FAILED) & (numbers != CONTROL)):
            tally = self._tally(key)
            tally.rows += int(kept[here].sum())
            for number in np.unique(numbers[here]):
                of_it = here[numbers[here] == number]
                histogram = tally.statements.setdefault(self._statements[number], Histogram())
                histogram.record_many(ended[of_it] - began[of_it])

    def _by_moment(self, ended: NDArray[np.int64], wanted: NDArray[np.bool_]) -> list[tuple[int, NDArray[np.int64]]]:
        """The places of what is wanted, by second and part."""
        places = np.flatnonzero(wanted)
        keys = self._keys(ended[places])
        return [(int(key), places[keys == key]) for key in np.unique(keys)]

    def _keys(self, ended: NDArray[np.int64]) -> NDArray[np.int64]:
        keys: NDArray[np.int64] = (ended - self._zero_ns) // NS * len(PARTS)
        return keys + np.searchsorted(np.array(self.window_ns), ended, side="right")

    def _tally(self, key: int) -> Tally:
        second, part = divmod(key, len(PARTS))
        return self._tallies.setdefault((second, PARTS[part]), Tally())

    def _count_error(self, error: ClientError) -> None:
        tally = self._tally(int(self._keys(np.array([error.at_ns]))[0]))
        tally.errors[error.code] += 1
        tally.in_doubt += error.in_doubt
        tally.retries += error.retried


def _ended_since(ledger: Ledger) -> Iterator[tuple[Block, int, int]]:
    """The stretches of transactions, first to end, that ended since the last call; finished blocks are dropped."""
    while ledger.blocks:
        block = ledger.blocks[0]
        complete = _complete(block)
        if complete > ledger.taken:
            yield block, ledger.taken, complete
            ledger.taken = complete
        if complete < len(block):
            break
        ledger.blocks.popleft()
        ledger.taken = 0


def _complete(block: Block) -> int:
    """How many transactions have ended. A client records the end of a statement last, and statements in order."""
    open_ones = np.flatnonzero(np.frombuffer(block.ended, np.int64)[block.bounds[1:] - 1] == 0)
    return int(open_ones[0]) if open_ones.size else len(block)


def _transactions(block: Block, first: int, end: int) -> Noted:
    heads, tails = block.bounds[first:end], block.bounds[first + 1 : end + 1] - 1
    starts, dues, began, ended, rows = map(_numbers, (block.starts, block.dues, block.began, block.ended, block.rows))
    # Without pacing no starts are recorded: a transaction starts with its first statement.
    known = np.where(starts[first:end] == 0, began[heads], starts[first:end])
    return np.vstack([known, dues[first:end], ended[tails], rows[tails]])


def _statements(block: Block, first: int, end: int) -> Noted:
    flat = slice(block.bounds[first], block.bounds[end])
    began, ended, rows = (_numbers(each)[flat] for each in (block.began, block.ended, block.rows))
    return np.vstack([block.numbers[flat], began, ended, rows, np.where(_rolled_back(block, first, end), 0, rows)])


def _rolled_back(block: Block, first: int, end: int) -> NDArray[np.bool_]:
    """For each statement, whether its transaction failed in the end: what it wrote is not in the table."""
    lengths = np.diff(block.bounds[first : end + 1])
    return np.repeat(_numbers(block.rows)[block.bounds[first + 1 : end + 1] - 1] == FAILED, lengths)


def _numbers(noted: "array[int]") -> NDArray[np.int64]:
    return np.frombuffer(noted, np.int64)
