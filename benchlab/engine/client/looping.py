"""Many clients in one thread, for plain writes: where no thread waits for another's turn, a third less CPU is used.

Only answers that fit into a packet are waited for like this. While a large result is read, or a connection is made
anew, everybody else would stand still: drives with results have a thread for each client, and a client that lost its
connection goes on in one.
"""

import select
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from benchlab.engine.client.repeating import Client, Pause


class Loop:
    """``ended`` is called once for each client that is through."""

    def __init__(self, clients: Sequence[Client], ended: Callable[[], None]) -> None:
        self._clients = clients
        self._ended = ended
        self._ready = select.epoll()
        self._steps: dict[int, Iterator[Pause]] = {}
        self._resume: dict[int, Callable[[], Pause]] = {}

    def run(self) -> None:
        """From the agreed start on, until all are through or have a thread of their own."""
        self._clients[0].wait_for_start()
        for client in self._clients:
            self._begin(client)
        resume, poll = self._resume, self._ready.poll
        while resume:
            for descriptor, _ in poll():
                try:
                    if resume[descriptor]():
                        self._hand_over(descriptor)
                except StopIteration:
                    self._forget(descriptor)
                    self._ended()

    def _begin(self, client: Client) -> None:
        steps, descriptor = client.steps(), client.connection.fileno()
        self._steps[descriptor], self._resume[descriptor] = steps, steps.__next__
        self._ready.register(descriptor, select.EPOLLIN)
        try:
            if next(steps):
                self._hand_over(descriptor)
        except StopIteration:
            self._forget(descriptor)
            self._ended()

    def _hand_over(self, descriptor: int) -> None:
        # libmariadb closes the socket of a lost connection itself, and another client may have its number by now.
        with suppress(OSError):
            self._ready.unregister(descriptor)
        threading.Thread(target=self._go_on, args=[self._forget(descriptor)], daemon=True).start()

    def _go_on(self, steps: Iterator[Pause]) -> None:
        for _ in steps:
            continue
        self._ended()

    def _forget(self, descriptor: int) -> Iterator[Pause]:
        # A client that is through has closed its descriptor, which takes it out of the epoll.
        del self._resume[descriptor]
        return self._steps.pop(descriptor)
