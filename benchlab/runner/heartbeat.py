"""Beats for a run once a second, and stops it when it is cancelled or no more ours."""

import logging
import os
import threading
import time
from enum import Enum, auto

from django.db import DatabaseError, connection

from benchlab.models import Run
from benchlab.runner.database_retry import forget_connection

LOOK_S = 0.4
BEAT_S = 1.0
HANGING_AFTER_S = 60
"""Whoever takes longer to stop hangs: the keeper may have the run, and a work-horse ends itself."""

log = logging.getLogger(__name__)


class Why(Enum):
    """Why a run was stopped from outside."""

    CANCELLED = auto()
    WORKER_GONE = auto()
    NOT_OURS = auto()


class Beating(threading.Thread):
    """A context manager. Sets ``stop`` and says ``why``; ``parent`` is the process without which the run has to end."""

    def __init__(self, run: Run, stop: threading.Event, *, parent: int | None) -> None:
        super().__init__(name="beat", daemon=True)
        self.why: Why | None = None
        self._run, self._stop_run, self._parent = run, stop, parent
        self._ended = threading.Event()
        self._stopped_at = 0.0

    def __enter__(self) -> "Beating":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self.join()

    def run(self) -> None:
        next_beat_at = 0.0
        while not self._ended.wait(LOOK_S) and not self._hangs():
            try:
                if time.monotonic() >= next_beat_at:
                    next_beat_at = time.monotonic() + BEAT_S
                    self._beat()
                self._look()
            except DatabaseError as error:
                log.warning("No beat for %s: %s", self._run, error)
                forget_connection()
        connection.close()
        if self._parent and self._hangs():
            log.error("%s does not stop; its process ends so that the worker is free again", self._run)
            os._exit(1)

    def _beat(self) -> None:
        if not self._run.beat():
            self._end_run(Why.NOT_OURS)

    def _look(self) -> None:
        if self._parent and os.getppid() != self._parent:
            self._end_run(Why.WORKER_GONE)
        if Run.objects.filter(pk=self._run.pk, cancel_requested_at__isnull=False).exists():
            self._end_run(Why.CANCELLED)

    def _end_run(self, why: Why) -> None:
        # Whoever has lost the run must not write to it, even if it was cancelled first.
        if self.why is None or why is Why.NOT_OURS:
            self.why = why
        self._stopped_at = self._stopped_at or time.monotonic()
        self._stop_run.set()

    def _hangs(self) -> bool:
        return bool(self._stopped_at) and time.monotonic() > self._stopped_at + HANGING_AFTER_S
