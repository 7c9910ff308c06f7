"""Reopens lost connections while the loop goes on without them."""

import threading
import time
from collections.abc import Callable
from queue import PriorityQueue

from benchlab import mysql

AT_ONCE = 16
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.05, 1.0


class Reconnecting:
    """Tries each added client until ``reconnect`` returns; the errors meanwhile are counted."""

    def __init__(self, reconnect: Callable[[int], object], count_error: Callable[[int], object]) -> None:
        self._reconnect = reconnect
        self._count_error = count_error
        self._lost: PriorityQueue[tuple[float, int, float]] = PriorityQueue()
        self._threads: list[threading.Thread] = []

    def add(self, place: int) -> None:
        self._lost.put((time.monotonic(), place, FIRST_PAUSE_S))
        if len(self._threads) < AT_ONCE:
            self._threads.append(threading.Thread(target=self._work, name="reconnecting", daemon=True))
            self._threads[-1].start()

    def _work(self) -> None:
        while True:
            at_s, place, pause_s = self._lost.get()
            time.sleep(max(0.0, at_s - time.monotonic()))
            try:
                self._reconnect(place)
            except mysql.Error as error:
                self._count_error(mysql.error_code(error))
                self._lost.put((time.monotonic() + pause_s, place, min(2 * pause_s, LONGEST_PAUSE_S)))
