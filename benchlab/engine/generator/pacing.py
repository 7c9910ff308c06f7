"""When transactions are due. Nothing here looks at a clock or a server."""

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchlab.engine.run_clock import NS

Offsets = NDArray[np.int64]
Draw = Callable[[int], Offsets]
"""The next ``n`` due times."""

DRAWN_AHEAD = 1024


class Arrivals:
    """Due times in ns since the start, in order, handed to whichever client is free; safe to share between threads.

    An arrival that no client is free for waits, and is not lost: its response time begins when it was due.
    """

    def __init__(self, draw: Draw) -> None:
        self._draw = draw
        self._dues: Offsets = draw(DRAWN_AHEAD)
        self._next = 0
        self._lock = threading.Lock()

    def take(self) -> int:
        with self._lock:
            if self._next == len(self._dues):
                self._dues, self._next = self._draw(DRAWN_AHEAD), 0
            due = int(self._dues[self._next])
            self._next += 1
            return due

    def take_many(self, count: int) -> Offsets:
        with self._lock:
            while len(self._dues) - self._next < count:
                self._dues = np.concatenate([self._dues[self._next :], self._draw(max(count, DRAWN_AHEAD))])
                self._next = 0
            taken = self._dues[self._next : self._next + count]
            self._next += count
            return taken

    def waiting(self, at_ns: int) -> int:
        """How many were due by then and are not taken yet."""
        with self._lock:
            while self._dues[-1] <= at_ns:
                self._dues = np.concatenate([self._dues[self._next :], self._draw(len(self._dues))])
                self._next = 0
            return int(np.searchsorted(self._dues[self._next :], at_ns, side="right"))


def fixed(rate_per_s: float, lanes: Sequence[int], of: int) -> Arrivals:
    """Evenly spaced arrivals at ``rate_per_s``, numbered in turn over ``of`` lanes: those of ``lanes``.

    A process takes the lanes of its clients; a client that is paced on its own takes its one lane, so that the clients'
    first transactions spread over a period.
    """
    mine = np.sort(np.asarray(lanes, np.int64))
    rounds = 0

    def draw(count: int) -> Offsets:
        nonlocal rounds
        more = -(-count // len(mine))
        numbers = (np.arange(rounds, rounds + more, dtype=np.int64)[:, None] * of + mine).ravel()
        rounds += more
        return _whole(numbers * (NS / rate_per_s))

    return Arrivals(draw)


def poisson(rate_per_s: float, rng: np.random.Generator) -> Arrivals:
    """Arrivals that know nothing of each other: exponential gaps. Several such streams add up to one."""
    reached = 0.0

    def draw(count: int) -> Offsets:
        nonlocal reached
        dues = reached + np.cumsum(rng.exponential(NS / rate_per_s, count))
        reached = float(dues[-1])
        return _whole(dues)

    return Arrivals(draw)


def _whole(dues_ns: NDArray[np.floating[Any]]) -> Offsets:
    whole: Offsets = np.rint(dues_ns).astype(np.int64)
    return whole
