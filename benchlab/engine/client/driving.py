"""A process that carries some of a drive's clients."""

import gc
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from benchlab import mysql
from benchlab.definitions.generators import seeded
from benchlab.engine import pacing, sentences
from benchlab.engine.client.channel import Channel
from benchlab.engine.client.connection import ClientConnection
from benchlab.engine.client.course import Course
from benchlab.engine.client.looping import Loop
from benchlab.engine.client.recording import Recorder
from benchlab.engine.client.repeating import Client
from benchlab.engine.clock import NS, Clock
from benchlab.engine.messages import Done, DriveTask, Failed, Go, Ready, Tick
from benchlab.engine.pacing import Arrivals
from benchlab.engine.rendering import Renderer, Values

CONNECTING_AT_ONCE = 16
STACK_BYTES = 256 * 1024
SWITCH_S, SWITCH_EACH_S = 0.0005, 0.0001
"""How soon a thread that makes statements lets one go on whose answer came; and for each client more, because all that
wait ask for their turn that often."""
EXPECTED_PER_S = 40_000
"""What all clients together may do at most, where nothing says how much they will."""
AHEAD_BYTES, AHEAD_S = 192 * 1024 * 1024, 2.0
"""Bounds of what is made before the start: for all processes together, and for each."""
BLOCK_SIZES, BLOCK_EVERY = (16, 1000), 100_000
"""Transactions of a block: the fewer, the more clients there are."""
TELL_DELAY_NS = 40_000_000
"""How long after the end of a second it is told: what ended in it has been noted by then."""


def drive(task: DriveTask, channel: Channel) -> None:
    sys.setswitchinterval(max(SWITCH_S, SWITCH_EACH_S * len(task.clients)))
    threading.stack_size(STACK_BYTES)
    process = DriveProcess(task, channel)
    if process.connect():
        process.render_ahead()
        process.run()


class DriveProcess:
    def __init__(self, task: DriveTask, channel: Channel) -> None:
        self._task = task
        self._channel = channel
        self._course = Course(task.phase)
        self._block_size = min(max(BLOCK_EVERY // task.phase.clients, BLOCK_SIZES[0]), BLOCK_SIZES[1])
        self._shared = self._arrivals(task.clients) if task.phase.rate_per_s else None
        self._clients = [self._client(number) for number in task.clients]
        self._ledgers = [client.ledger for client in self._clients]
        self._recorder = Recorder(
            self._course.script.statements, run_started_ns=task.run_started_ns, paced=self._course.is_paced
        )
        self._running = len(self._clients)
        self._counting = threading.Lock()
        self._cpu_at_start_s = 0.0

    # Before the start

    def _client(self, number: int) -> Client:
        task, phase, script = self._task, self._task.phase, self._course.script
        lane = task.first_lane + number
        path = (phase.name, number)
        positions = {name: base + lane for name, base in task.bases.items()}
        values = Values(
            task.values, script.names, seed=task.seed, path=path, positions=positions, stride=task.lanes
        )  # fmt: skip
        return Client(
            self._course,
            ClientConnection(task.account, task.schema),
            Renderer(script, values, seeded(task.seed, *path, "transactions")),
            self._arrivals([number]) if phase.pace_per_s else self._shared,
            quota=_share(phase.count, number, phase.clients),
            block_size=self._block_size,
        )

    def _arrivals(self, clients: Sequence[int]) -> Arrivals:
        phase = self._task.phase
        rate_per_s = phase.rate_per_s or (phase.pace_per_s or 0) * phase.clients
        if phase.arrival == "poisson":
            rng = seeded(self._task.seed, phase.name, "arrivals", clients[0])
            return pacing.poisson(rate_per_s * len(clients) / phase.clients, rng)
        return pacing.fixed(rate_per_s, clients, phase.clients)

    def connect(self) -> bool:
        try:
            with ThreadPoolExecutor(CONNECTING_AT_ONCE) as pool:
                list(pool.map(lambda client: client.connection.open(), self._clients))
        except mysql.Error as error:
            doing = f"Connecting the {self._task.phase.clients} clients of the phase “{self._task.phase.name}”"
            self._channel.send(Failed(sentences.sentence(error, doing=doing), mysql.error_code(error)))
            return False
        return True

    def render_ahead(self) -> None:
        """Block by block for every client in turn, until it is enough or there is no more room or time."""
        phase = self._task.phase
        deadline = time.monotonic() + AHEAD_S
        room = AHEAD_BYTES * len(self._clients) // phase.clients
        wanted = self._expected_blocks()
        while wanted > 0 and room > 0 and time.monotonic() < deadline:
            made = sum(client.render_ahead() for client in self._clients)
            if not made:
                break
            room -= made
            wanted -= 1
        # What is made ahead is plain bytes in lists: there is nothing for the collector to find in them.
        gc.collect()
        gc.freeze()
        gc.disable()

    def _expected_blocks(self) -> int:
        phase = self._task.phase
        per_s = phase.rate_per_s or (phase.pace_per_s or 0) * phase.clients or EXPECTED_PER_S
        expected = phase.count or per_s * (phase.warmup_s + (phase.duration_s or 10))
        return int(expected / phase.clients / self._block_size) + 1

    # While it goes on

    def run(self) -> None:
        channel, course, phase = self._channel, self._course, self._task.phase
        threads = [threading.Thread(target=work, daemon=True) for work in self._works()]
        channel.send(Ready())
        go = channel.receive()
        if not isinstance(go, Go):
            return
        channel.on_stop(self._stop)
        threading.excepthook = self._fail_with
        course.start_ns = go.start_ns
        window_ns = go.start_ns + int(phase.warmup_s * NS)
        if phase.duration_s is not None:
            course.end_ns = window_ns + int(phase.duration_s * NS)
        self._recorder.window_ns = (window_ns, course.end_ns)
        for thread in threads:
            thread.start()
        self._cpu_at_start_s = time.process_time()
        self._tell_seconds()
        self._tell_the_end()

    def _works(self) -> list[Callable[[], None]]:
        """What the threads do: all clients in one, or each in its own."""
        if self._course.is_light and len(self._clients) > 1:
            return [Loop(self._clients, self._count_end).run]
        return [partial(self._run_client, client) for client in self._clients]

    def _fail_with(self, bug: threading.ExceptHookArgs) -> None:
        """Nobody would end the drive if a client's thread just died."""
        threading.__excepthook__(bug)
        self._course.fail(Failed(f"benchlab's own error in a load process, please report it: {bug.exc_value!r}."))

    def _run_client(self, client: Client) -> None:
        client.run()
        self._count_end()

    def _count_end(self) -> None:
        with self._counting:
            self._running -= 1
        if not self._running:
            self._course.changed.set()

    def _stop(self, end_ns: int) -> None:
        self._course.end_ns = min(self._course.end_ns, end_ns)
        self._recorder.window_ns = (self._recorder.window_ns[0], self._course.end_ns)

    def _tell_seconds(self) -> None:
        clock = Clock(self._task.run_started_ns)
        next_second_ns = clock.whole_second_after(self._course.start_ns + 1)
        while not self._course.changed.wait(max(0, next_second_ns + TELL_DELAY_NS - time.monotonic_ns()) / NS):
            self._tell(round(clock.to_s(next_second_ns)) - 1)
            next_second_ns += NS

    def _tell(self, second: int) -> None:
        tallies = self._recorder.collect(self._ledgers)
        cpu_s = time.process_time() - self._cpu_at_start_s
        connected = sum(client.connection.is_open for client in self._clients)
        self._channel.send(Tick(second, tallies, cpu_s, connected, self._waiting(time.monotonic_ns())))

    def _waiting(self, at_ns: int) -> int:
        since_start = min(at_ns, self._course.end_ns - 1) - self._course.start_ns
        if self._shared:
            return self._shared.waiting(since_start)
        return sum(client.waiting(since_start) for client in self._clients)

    def _tell_the_end(self) -> None:
        now = time.monotonic_ns()
        last_ns = min(now, self._course.end_ns) - 1
        self._tell(max(0, last_ns - self._task.run_started_ns) // NS)
        if self._course.failure:
            self._channel.send(self._course.failure)
            return
        unstarted = sum(client.unstarted for client in self._clients) + self._waiting(now)
        self._channel.send(Done(self._recorder.last_ns, positions=self._positions(), unstarted=unstarted))

    def _positions(self) -> dict[str, int]:
        """Of each sequence, the first position after those that went to the server."""
        task, positions = self._task, dict(self._task.bases)
        for number, client in zip(task.clients, self._clients, strict=True):
            for name, base in task.bases.items():
                if uses := client.uses[name]:
                    last = base + task.first_lane + number + (uses - 1) * task.lanes
                    positions[name] = max(positions[name], last + 1)
        return positions


def _share(count: int | None, number: int, clients: int) -> int | None:
    """A client's part of a count; the same in every run, so that the same rows come of it."""
    return None if count is None else count // clients + (number < count % clients)
