"""Retries while the application's own database is locked or away, or the worker's disk is full."""

import errno
import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from django.db import OperationalError, connection

from benchlab.runner.unfit import UnfitError

PATIENCE_S = 120
RETRY_S = 1
LEAST_FREE_BYTES = 64 * 1024 * 1024
FULL_CODES = frozenset({28, 1021, 1114})
"""The operating system's ENOSPC, and MySQL's two words for it."""

Result = TypeVar("Result")

log = logging.getLogger(__name__)


def patiently(write: Callable[[], Result], *, even_if_full: bool = False) -> Result:
    """Try again for two minutes while the database is locked or away; for disk space only ``even_if_full``."""
    give_up_at = time.monotonic() + PATIENCE_S
    while True:
        try:
            return write()
        except OperationalError as error:
            if time.monotonic() > give_up_at or (is_full(error) and not even_if_full):
                raise
            log.warning("The application's database does not take a write: %s", error)
            forget_connection()
            time.sleep(RETRY_S)


def forget_connection() -> None:
    """A connection that broke stays broken; the next query makes a new one."""
    if not connection.in_atomic_block:
        connection.close()


def is_full(error: BaseException) -> bool:
    """Whether the error says that the worker's own disk, or that of the application's database, is full."""
    if isinstance(error, OperationalError):
        return "disk is full" in str(error) or (bool(error.args) and error.args[0] in FULL_CODES)
    return isinstance(error, OSError) and error.errno == errno.ENOSPC


def make_folder(folder: Path) -> None:
    """Where the artefacts go. Raises UnfitError where they have no room."""
    folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(folder).free
    if free < LEAST_FREE_BYTES:
        raise UnfitError(
            f"Only {free // 2**20} MB are free on the worker's own disk, where {folder} is: make room there."
        )
