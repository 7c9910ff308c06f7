"""A process that carries some of a drive's clients."""

import gc
import resource
import threading
import time

from benchlab import mysql
from benchlab.engine import error_messages
from benchlab.engine.generator.client.client_pool import ClientPool, block_size
from benchlab.engine.generator.client.drive_state import DriveState
from benchlab.engine.generator.client.load_second_reporter import REPORT_DELAY_NS
from benchlab.engine.generator.client.parent_channel import Channel
from benchlab.engine.generator.client.python_client_pool import PythonClientPool
from benchlab.engine.generator.process_messages import Done, DriveTask, Failed, Go, Ready, Tick
from benchlab.engine.run_clock import NS, RunClock

EXPECTED_PER_S = 80_000
"""The most that all clients together may do, where the phase does not say."""
AHEAD_BYTES, AHEAD_S = 192 * 1024 * 1024, 2.0
"""Bounds of what is generated before the start: for all processes together, and for each."""


def drive(task: DriveTask, channel: Channel) -> None:
    _allow_descriptors()
    process = DriveProcess(task, channel)
    if process.connect():
        process.render_ahead()
        process.run()


def _allow_descriptors() -> None:
    """As many connections as the system lets this process have, not only as many as it has by default."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _pool(task: DriveTask, state: DriveState) -> ClientPool:
    if not task.compiled:
        return PythonClientPool(task, state)
    # It is there only where it could be built.
    from benchlab.engine.generator.client.compiled_client_pool import CompiledClientPool

    return CompiledClientPool(task, state)


class DriveProcess:
    def __init__(self, task: DriveTask, channel: Channel) -> None:
        self._task = task
        self._channel = channel
        self._state = DriveState(task.phase)
        self._pool = _pool(task, self._state)
        self._cpu_at_start_s = 0.0

    # Before the start

    def connect(self) -> bool:
        try:
            self._pool.connect()
        except mysql.Error as error:
            doing = f"Connecting the {self._task.phase.clients} clients of the phase “{self._task.phase.name}”"
            self._channel.send(Failed(error_messages.sentence(error, doing=doing), mysql.error_code(error)))
            return False
        return True

    def render_ahead(self) -> None:
        """Block by block for every client in turn, until it is enough or there is no more room or time."""
        deadline = time.monotonic() + AHEAD_S
        room = AHEAD_BYTES * len(self._task.clients) // self._task.phase.clients
        wanted = self._expected_blocks()
        while wanted > 0 and room > 0 and time.monotonic() < deadline:
            made = self._pool.render_ahead()
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
        per_s = phase.total_rate_per_s or EXPECTED_PER_S
        expected = phase.count or per_s * (phase.warmup_s + (phase.duration_s or 10))
        return int(expected / phase.clients / block_size(phase.clients)) + 1

    # While it goes on

    def run(self) -> None:
        self._channel.send(Ready())
        go = self._channel.receive()
        if not isinstance(go, Go):
            return
        self._state.begin_at(go.start_ns)
        self._channel.on_stop(self._stop)
        self._cpu_at_start_s = time.process_time()
        threading.excepthook = self._fail_with
        self._pool.begin()
        self._report_seconds()
        self._report_end()

    def _fail_with(self, bug: threading.ExceptHookArgs) -> None:
        """Without this the drive would not end when one of its threads fails."""
        threading.__excepthook__(bug)
        self._state.fail(Failed(f"A bug in benchlab ended a load process, please report it: {bug.exc_value!r}."))

    def _stop(self, end_ns: int) -> None:
        self._state.end_ns = min(self._state.end_ns, end_ns)
        self._pool.stop()

    def _report_seconds(self) -> None:
        clock = RunClock(self._task.run_started_ns)
        next_second_ns = clock.whole_second_after(self._state.start_ns + 1)
        while not self._state.finished.wait(max(0, next_second_ns + REPORT_DELAY_NS - time.monotonic_ns()) / NS):
            self._report(round(clock.to_s(next_second_ns)) - 1)
            next_second_ns += NS

    def _report(self, second: int) -> None:
        crew, cpu_s = self._pool, time.process_time() - self._cpu_at_start_s
        waiting = self._waiting(time.monotonic_ns())
        self._channel.send(Tick(second, crew.collect(), cpu_s, crew.busiest_s(cpu_s), crew.connected, waiting))

    def _waiting(self, at_ns: int) -> int:
        return self._pool.waiting(min(at_ns, self._state.end_ns - 1) - self._state.start_ns)

    def _report_end(self) -> None:
        now = time.monotonic_ns()
        last_ns = min(now, self._state.end_ns) - 1
        self._report(max(0, last_ns - self._task.run_started_ns) // NS)
        if self._state.failure:
            self._channel.send(self._state.failure)
            return
        # The server would count connections that are not closed as aborted.
        self._pool.close()
        unstarted = self._pool.unstarted + self._waiting(now)
        self._channel.send(
            Done(self._pool.last_ns, self._positions(), unstarted=unstarted, starved_s=self._pool.starved_s)
        )

    def _positions(self) -> dict[str, int]:
        """Of each sequence, the first position after those that went to the server."""
        task, positions = self._task, dict(self._task.bases)
        for place, number in enumerate(task.clients):
            uses = self._state.script.uses(self._pool.begun(place))
            for name, base in task.bases.items():
                if uses[name]:
                    last = base + task.first_lane + number + (uses[name] - 1) * task.lanes
                    positions[name] = max(positions[name], last + 1)
        return positions
