"""The load processes of a phase: spawned, ended with the thread that started them, each with a pipe for messages."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from types import TracebackType
from typing import Self

import benchlab
from benchlab.engine.generator.process_messages import Done, Failed, Go, Message, Ready, Stop, Task
from benchlab.engine.run_failures import PhaseFailedError

PACKAGE_ROOT = Path(benchlab.__file__).resolve().parents[1]
LOOK_S = 0.1
PROCESSORS_A_LOOP = 4


class LoadProcesses:
    """Use as a context: whatever happens, no process outlives it."""

    def __init__(self, tasks: Sequence[Task]) -> None:
        self._tasks = tasks
        self._processes: list[subprocess.Popen[bytes]] = []
        self._pipes: list[Connection] = []
        self._done: dict[int, Done] = {}

    def __enter__(self) -> Self:
        try:
            for task in self._tasks:
                self._spawn(task)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._end()

    def _end(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()
        for pipe in self._pipes:
            pipe.close()

    def _spawn(self, task: Task) -> None:
        ours, theirs = socket.socketpair()
        command = [sys.executable, "-m", "benchlab.engine.generator.client", str(theirs.fileno()), str(os.getpid())]
        process = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            stdin=subprocess.DEVNULL,
            # numpy would start a thread on every core in each process.
            env={**os.environ, "PYTHONPATH": str(PACKAGE_ROOT), "OPENBLAS_NUM_THREADS": "1"},
            # Ctrl-C is for the run: it ends its processes in order. A session of their own would keep it away, too, but
            # Linux shares the CPU out to sessions first: each process would then get as much as the server.
            process_group=0,
        )
        theirs.close()
        pipe = Connection(ours.detach())
        self._processes.append(process)
        self._pipes.append(pipe)
        self._send(pipe, task)

    @staticmethod
    def _send(pipe: Connection, message: Message | Task) -> None:
        try:
            pipe.send(message)
        except OSError:
            # Its process has ended, which the next receive notices.
            return

    @property
    def all_done(self) -> bool:
        return len(self._done) == len(self._pipes)

    @property
    def final_reports(self) -> list[Done]:
        return list(self._done.values())

    def get_ready(self, given_up: Callable[[], bool]) -> bool:
        """Wait until all are connected; False where the run is given up meanwhile. Raises ``PhaseFailedError``."""
        waiting = len(self._pipes)
        while waiting:
            if given_up():
                return False
            waiting -= sum(isinstance(message, Ready) for _, message in self.receive(LOOK_S))
        return True

    def go(self, start_ns: int) -> None:
        for pipe in self._pipes:
            self._send(pipe, Go(start_ns))

    def stop(self, end_ns: int) -> None:
        for pipe in self._pipes:
            self._send(pipe, Stop(end_ns))

    def receive(self, timeout_s: float) -> list[tuple[int, Message]]:
        """What came in, with the number of the process it came from. Raises ``PhaseFailedError``."""
        open_pipes = [pipe for number, pipe in enumerate(self._pipes) if number not in self._done]
        ready = wait(open_pipes, timeout_s)
        received = [(number, self._receive(number)) for number, pipe in enumerate(self._pipes) if pipe in ready]
        for number, message in received:
            if isinstance(message, Failed):
                raise PhaseFailedError(message.message, message.code)
            if isinstance(message, Done):
                self._done[number] = message
        return received

    def _receive(self, number: int) -> Message:
        try:
            message: Message = self._pipes[number].recv()
        except (EOFError, OSError):
            raise PhaseFailedError(_how_it_ended(self._processes[number])) from None
        return message


def _how_it_ended(process: "subprocess.Popen[bytes]") -> str:
    try:
        status = process.wait(1)
    except subprocess.TimeoutExpired:
        process.kill()
        status = process.wait()
    if status >= 0:
        return f"A load process ended with status {status}: a bug in benchlab; the worker's log says more."
    how = f"was killed by {signal.Signals(-status).name}"
    return (
        f"A load process {how} in the middle of the phase, and its clients with it; what was measured until then is "
        "kept. The kernel's log (dmesg) shows whether memory ran out; fewer clients need less."
    )


def processes_for(clients: int, *, compiled: bool) -> int:
    """One loop of the compiled core keeps a server on four processors busy; Python wants a process for each."""
    processors = len(os.sched_getaffinity(0))
    return max(1, min(clients, processors // PROCESSORS_A_LOOP if compiled else processors))


def monotonic_after(seconds: float) -> int:
    return time.monotonic_ns() + int(seconds * 1e9)
