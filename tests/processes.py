"""What still runs. An orphan that nobody reaps, as in a container without an init, has ended all the same."""

import time
from collections.abc import Iterable

import psutil

LOOK_S = 0.05
STOPPED_WITHIN_S = 4
"""A stop takes two seconds at most where nothing else runs; the workers of a test session share the processors."""


def still_running(processes: Iterable[psutil.Process], *, within_s: float) -> list[psutil.Process]:
    """Those that have not ended by then."""
    processes, deadline = list(processes), time.monotonic() + within_s
    while (left := [process for process in processes if runs(process)]) and time.monotonic() < deadline:
        time.sleep(LOOK_S)
    return left


def runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
