"""A thread for each client, in Python: the reference for the compiled core, and its replacement where it is missing."""

import sys
import threading
from collections.abc import Sequence
from functools import partial

from benchlab.engine.generator.client.client_pool import ClientPool, Tallies
from benchlab.engine.generator.client.drive_state import DriveState
from benchlab.engine.generator.client.python_client import Client
from benchlab.engine.generator.client.tally_recorder import TallyRecorder
from benchlab.engine.generator.process_messages import DriveTask

STACK_BYTES = 256 * 1024
SWITCH_S, SWITCH_EACH_S = 0.0005, 0.0001
"""How soon a thread that makes statements lets one go on whose answer came; and for each client more, because all that
wait ask for their turn that often."""


class PythonClientPool(ClientPool):
    def __init__(self, task: DriveTask, state: DriveState) -> None:
        super().__init__(task, state)
        self._clients = [
            Client(state, connection, queue, self.own[place] if self.own else self.shared)
            for place, (connection, queue) in enumerate(zip(self.connections, self.queues, strict=True))
        ]
        self._recorder = TallyRecorder(
            state.script.statements, run_started_ns=task.run_started_ns, paced=state.phase.is_paced
        )
        self._running = len(self._clients)
        self._counting = threading.Lock()

    def render_ahead(self) -> int:
        return sum(client.render_ahead() for client in self._clients)

    def begin(self) -> None:
        sys.setswitchinterval(max(SWITCH_S, SWITCH_EACH_S * len(self._clients)))
        threading.stack_size(STACK_BYTES)
        self.stop()
        for client in self._clients:
            threading.Thread(target=partial(self._run, client), daemon=True).start()

    def _run(self, client: Client) -> None:
        client.run()
        with self._counting:
            self._running -= 1
        if not self._running:
            self.state.finished.set()

    def stop(self) -> None:
        # Every client looks at ``state.end_ns`` itself before each transaction.
        self._recorder.window_ns = (self.state.window_ns, self.state.end_ns)

    def collect(self) -> Tallies:
        return self._recorder.collect([client.ledger for client in self._clients])

    def begun(self, place: int) -> Sequence[int]:
        return self._clients[place].begun

    @property
    def connected(self) -> int:
        return sum(connection.is_open for connection in self.connections)

    @property
    def last_ns(self) -> int:
        return self._recorder.last_ns

    @property
    def unstarted(self) -> int:
        return sum(client.unstarted for client in self._clients)

    @property
    def starved_s(self) -> float:
        """Clients generate their own statements between sending them."""
        return 0.0

    def busiest_s(self, process_s: float) -> float:
        """Python runs one thread at a time."""
        return process_s
