"""The child's end of the pipe to the run."""

import ctypes
import os
import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection

from benchlab.engine.generator.process_messages import Message, Stop, Task

PR_SET_PDEATHSIG = 1
LOST_PARENT_STATUS = 3


def tie_to_parent(parent_pid: int) -> None:
    """End with the thread that started this process, even where it is killed."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # It may have died before the kernel was asked; then nothing would end us.
    if os.getppid() != parent_pid:
        os._exit(LOST_PARENT_STATUS)


class Channel:
    def __init__(self, descriptor: int) -> None:
        self._connection = Connection(descriptor)
        self._sending = threading.Lock()

    def receive_task(self) -> Task:
        task: Task = self._connection.recv()
        return task

    def receive(self) -> Message:
        """The next message; the process ends here when its run has ended."""
        try:
            message: Message = self._connection.recv()
        except (EOFError, OSError):
            os._exit(LOST_PARENT_STATUS)
        return message

    def send(self, message: Message) -> None:
        try:
            with self._sending:
                self._connection.send(message)
        except OSError:
            os._exit(LOST_PARENT_STATUS)

    def on_stop(self, stop: Callable[[int], None]) -> None:
        """Call ``stop`` with the moment of the end when the run says so, whenever that is."""

        def listen() -> None:
            while True:
                message = self.receive()
                if isinstance(message, Stop):
                    stop(message.end_ns)

        threading.Thread(target=listen, name="listening", daemon=True).start()
