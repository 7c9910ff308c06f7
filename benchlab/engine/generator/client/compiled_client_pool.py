"""All clients of a process in one thread of compiled code: benchlab_core, whose source is in native/."""

import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import benchlab_core
import numpy as np

from benchlab import mysql
from benchlab.engine import error_messages
from benchlab.engine.generator import compiled_core
from benchlab.engine.generator.client import reconnection
from benchlab.engine.generator.client.client_pool import ClientPool, Tallies
from benchlab.engine.generator.client.drive_state import DriveState
from benchlab.engine.generator.client.python_client import TRY_AGAIN
from benchlab.engine.generator.process_messages import DriveTask
from benchlab.engine.generator.statement_rendering import CONTROL, Template
from benchlab.engine.generator.tally import PARTS, Tally
from benchlab.engine.run_clock import NS
from benchlab.histogram import Histogram

CLOSED_LOOP, OWN_PACE, SHARED_RATE = range(3)
DUES_AT_ONCE = 16_384
LOOK_S = 1.0
PREPARING_MS = 30_000
ENCRYPTED_BY_NOW = "the server began to encrypt connections during the run: launch it again"


class CompiledClientPool(ClientPool):
    def __init__(self, task: DriveTask, state: DriveState) -> None:
        super().__init__(task, state)
        self._loop = benchlab_core.Loop(
            transactions=_transactions(state),
            clients=len(task.clients),
            reads=[answer == "rows" for answer in state.answers[:CONTROL]],
            prepared=task.phase.prepared,
            pacing=OWN_PACE if self.own else SHARED_RATE if self.shared else CLOSED_LOOP,
            think_ns=int(task.phase.think_s * NS),
            retries=task.phase.retries,
            zero_ns=task.run_started_ns,
            hopeless=list(error_messages.HOPELESS),
            lost=list(mysql.LOST_CODES),
            again=list(TRY_AGAIN),
        )
        self._prepared = _prepared(state) if task.phase.prepared else []
        self._handing_over = threading.Lock()
        """Locked while due times are neither with their source nor with the loop."""
        self._reconnecting = reconnection.Reconnecting(self._reconnect, self._loop.count_error)

    def connect_one(self, place: int) -> None:
        connection = self.connections[place]
        connection.open()
        if not compiled_core.speaks(connection.capabilities):
            raise mysql.Error(mysql.NO_TLS, ENCRYPTED_BY_NOW)
        self._loop.attach(place, connection.fileno(), self._prepare(connection.fileno()))

    def _prepare(self, descriptor: int) -> list[int]:
        """The ids of the statements on this connection."""
        ids = []
        for sql in self._prepared:
            code, number, said = benchlab_core.prepare(descriptor, sql, PREPARING_MS)
            if code:
                raise mysql.Error(code, said)
            ids.append(number)
        return ids

    def _reconnect(self, place: int) -> None:
        """Unless it is too late. Raises ``mysql.Error``."""
        if time.monotonic_ns() < self.state.end_ns:
            self.connections[place].close()
            self.connect_one(place)

    # Feeding

    def render_ahead(self) -> int:
        return sum(self._feed(place) for place in range(len(self.queues)))

    def _feed(self, place: int) -> int:
        draws = self.queues[place].draws()
        if draws is None:
            self._loop.exhaust(place)
            return 0
        columns = [draws.values.get(name, []) for name in self.state.script.names]
        with self._handing_over:
            dues = self.own[place].take_many(len(draws.kinds)) if self.own else None
            return self._loop.feed(place, draws.kinds, columns, dues)

    def _feed_dues(self) -> None:
        if self.shared:
            with self._handing_over:
                self._loop.feed_dues(self.shared.take_many(DUES_AT_ONCE))

    # While it goes on

    def begin(self) -> None:
        state = self.state
        self._loop.set_window(state.start_ns, state.window_ns, state.end_ns)
        self._feed_dues()
        threading.Thread(target=self._run, name="loop", daemon=True).start()
        threading.Thread(target=self._serve, name="feeding", daemon=True).start()

    def _run(self) -> None:
        time.sleep(max(0, self.state.start_ns - time.monotonic_ns()) / NS)
        self._loop.run()
        if failure := self._loop.failure:
            self._fail(*failure)
        self.state.finished.set()

    def _fail(self, code: int, said: str, number: int, packet: bytes | None) -> None:
        prepared = self._prepared and number != CONTROL
        statement = self._prepared[number] if prepared else packet
        if statement is None:
            self.state.fail_by_system(said)
        else:
            self.state.fail_at(statement, mysql.Error(code, said))

    def _serve(self) -> None:
        """Serve what the loop asks for, until it is over."""
        over = False
        while not over:
            asking, losing, dues, over = self._loop.wait(LOOK_S)
            for place in losing:
                self._reconnecting.add(place)
            if dues:
                self._feed_dues()
            for place in asking:
                self._feed(place)

    def stop(self) -> None:
        self._loop.stop(self.state.end_ns)

    # Outcome

    def collect(self) -> Tallies:
        names = self.state.script.statements
        return {(each["second"], PARTS[each["part"]]): _tally(each, names) for each in self._loop.collect()}

    def waiting(self, since_start_ns: int) -> int:
        with self._handing_over:
            return self._loop.waiting(since_start_ns) + super().waiting(since_start_ns)

    def begun(self, place: int) -> Sequence[int]:
        return self._loop.begun(place)

    @property
    def connected(self) -> int:
        return self._loop.connected

    @property
    def last_ns(self) -> int:
        return self._loop.last_ns

    @property
    def unstarted(self) -> int:
        return self._loop.unstarted

    @property
    def starved_s(self) -> float:
        return self._loop.starved_s

    def busiest_s(self, process_s: float) -> float:
        """The loop is one thread; all that feeds it runs in Python, one thread at a time."""
        return max(self._loop.cpu_s, process_s - self._loop.cpu_s)


def _transactions(state: DriveState) -> list[list[tuple[int, tuple[bytes, ...], tuple[int, ...]]]]:
    """For each statement its number, the text between its values, and which value goes where."""
    names = state.script.names
    return [
        [
            (number, template.fragments, tuple(names.index(name) for name in template.names))
            for number, template in zip(steps.numbers, steps.templates, strict=True)
        ]
        for steps in state.script.transactions
    ]


def _prepared(state: DriveState) -> list[bytes]:
    """By a statement's number, with a question mark where a value goes."""
    return [b"?".join(Template(state.statements[name]).fragments) for name in state.script.statements]


def _tally(counted: Mapping[str, Any], names: Sequence[str]) -> Tally:
    return Tally(
        transactions=_histogram(*counted["transactions"]),
        service=_histogram(*counted["service"]),
        statements={names[number]: _histogram(*each) for number, each in counted["statements"].items()},
        rows=counted["rows"],
        errors=Counter(counted["errors"]),
        in_doubt=counted["in_doubt"],
        retries=counted["retries"],
        late=counted["late"],
        moments=int.from_bytes(counted["moments"], "little"),
    )


def _histogram(count: int, min_ns: int, max_ns: int, sum_ns: float, buckets: bytes) -> Histogram:
    return Histogram.counted(np.frombuffer(buckets, np.int64), count, sum_ns, min_ns, max_ns)
