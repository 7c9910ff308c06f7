"""A process that carries some of a drive's clients."""

import gc
import resource
import threading
import time

from benchlab import mysql
from benchlab.engine import error_messages
from benchlab.engine.clock import NS, Clock
from benchlab.engine.generator.client.channel import Channel
from benchlab.engine.generator.client.client_pool import Crew, block_size
from benchlab.engine.generator.client.drive_state import Course
from benchlab.engine.generator.client.python_client import ReferenceCrew
from benchlab.engine.generator.client.reporter import TELL_DELAY_NS
from benchlab.engine.generator.messages import Done, DriveTask, Failed, Go, Ready, Tick

EXPECTED_PER_S = 80_000
"""What all clients together may do at most, where nothing says how much they will."""
AHEAD_BYTES, AHEAD_S = 192 * 1024 * 1024, 2.0
"""Bounds of what is made before the start: for all processes together, and for each."""


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


def _crew(task: DriveTask, course: Course) -> Crew:
    if not task.compiled:
        return ReferenceCrew(task, course)
    # It is there only where it could be built.
    from benchlab.engine.generator.client.compiled import CompiledCrew

    return CompiledCrew(task, course)


class DriveProcess:
    def __init__(self, task: DriveTask, channel: Channel) -> None:
        self._task = task
        self._channel = channel
        self._course = Course(task.phase)
        self._crew = _crew(task, self._course)
        self._cpu_at_start_s = 0.0

    # Before the start

    def connect(self) -> bool:
        try:
            self._crew.connect()
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
            made = self._crew.render_ahead()
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
        self._course.begin_at(go.start_ns)
        self._channel.on_stop(self._stop)
        self._cpu_at_start_s = time.process_time()
        threading.excepthook = self._fail_with
        self._crew.begin()
        self._tell_seconds()
        self._tell_the_end()

    def _fail_with(self, bug: threading.ExceptHookArgs) -> None:
        """Nobody would end the drive if a thread of it just died."""
        threading.__excepthook__(bug)
        self._course.fail(Failed(f"benchlab's own error in a load process, please report it: {bug.exc_value!r}."))

    def _stop(self, end_ns: int) -> None:
        self._course.end_ns = min(self._course.end_ns, end_ns)
        self._crew.stop()

    def _tell_seconds(self) -> None:
        clock = Clock(self._task.run_started_ns)
        next_second_ns = clock.whole_second_after(self._course.start_ns + 1)
        while not self._course.finished.wait(max(0, next_second_ns + TELL_DELAY_NS - time.monotonic_ns()) / NS):
            self._tell(round(clock.to_s(next_second_ns)) - 1)
            next_second_ns += NS

    def _tell(self, second: int) -> None:
        crew, cpu_s = self._crew, time.process_time() - self._cpu_at_start_s
        waiting = self._waiting(time.monotonic_ns())
        self._channel.send(Tick(second, crew.collect(), cpu_s, crew.busiest_s(cpu_s), crew.connected, waiting))

    def _waiting(self, at_ns: int) -> int:
        return self._crew.waiting(min(at_ns, self._course.end_ns - 1) - self._course.start_ns)

    def _tell_the_end(self) -> None:
        now = time.monotonic_ns()
        last_ns = min(now, self._course.end_ns) - 1
        self._tell(max(0, last_ns - self._task.run_started_ns) // NS)
        if self._course.failure:
            self._channel.send(self._course.failure)
            return
        # The server would count whoever just goes away as aborted.
        self._crew.close()
        unstarted = self._crew.unstarted + self._waiting(now)
        self._channel.send(
            Done(self._crew.last_ns, self._positions(), unstarted=unstarted, hungry_s=self._crew.hungry_s)
        )

    def _positions(self) -> dict[str, int]:
        """Of each sequence, the first position after those that went to the server."""
        task, positions = self._task, dict(self._task.bases)
        for place, number in enumerate(task.clients):
            uses = self._course.script.uses(self._crew.begun(place))
            for name, base in task.bases.items():
                if uses[name]:
                    last = base + task.first_lane + number + (uses[name] - 1) * task.lanes
                    positions[name] = max(positions[name], last + 1)
        return positions
