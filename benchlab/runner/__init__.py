"""Executes one run: claims it, makes its server ready, records what the engine and the probes report, and ends it."""

import logging
import os
import socket
import threading
import traceback
from collections.abc import Callable

from benchlab.models import Run
from benchlab.models.results import series_chunks as stored_series
from benchlab.models.runs import claim
from benchlab.models.runs.cleanup import conclude
from benchlab.runner.database_retry import is_full, patiently
from benchlab.runner.execution import Execution
from benchlab.runner.heartbeat import Beating, Why
from benchlab.runner.unfit import UnfitError

log = logging.getLogger(__name__)


def execute(run: Run, *, parent: int | None = None) -> bool:
    """Claim and execute; False if the run has to wait or is somebody else's.

    ``parent`` is the process without which it has to end: an RQ worker's work-horse outlives its killed worker.
    """
    if not patiently(lambda: claim(run, f"{socket.gethostname()}:{os.getpid()}")):
        return False
    stop = threading.Event()
    with Beating(run, stop, parent=parent) as beating:
        try:
            Execution(run, stop).perform()
        except UnfitError as unfit:
            _end(run, beating.why, str(unfit))
        except Exception as error:
            _end(run, beating.why, _surprise(run, error))
            if not is_full(error):
                raise
        else:
            _end(run, beating.why, "")
    return True


def _surprise(run: Run, error: Exception) -> str:
    """A sentence for what nobody expected; the traceback goes into the run's log."""
    log.exception("%s died", run)
    if is_full(error):
        return f"The worker's own disk, or that of benchlab's database, is full ({error}): make room and launch again."
    patiently(lambda: run.record(traceback.format_exc(), severity="error"))
    return f"benchlab's own error, please report it with the run's log: {error!r}"


def _end(run: Run, why: Why | None, error: str) -> None:
    """End the run in the state it deserves, unless the keeper has ended it already."""
    match why:
        case Why.NOT_OURS:
            log.warning("%s was taken from us", run)
        case Why.CANCELLED:
            _conclude(run, run.cancel)
        case Why.WORKER_GONE:
            _conclude(run, lambda: run.fail(_lost(run)))
        case _:
            _conclude(run, lambda: run.fail(error) if error else run.finish())


def _conclude(run: Run, end: Callable[[], bool]) -> None:
    patiently(lambda: conclude(run, end), even_if_full=True)


def _lost(run: Run) -> str:
    until_s = stored_series.measured_until(run) or 0
    return f"The worker of this run was lost; what was measured until {until_s:.0f} s is kept."
