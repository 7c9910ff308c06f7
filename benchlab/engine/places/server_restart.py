"""How the engine asks for a restart of the server, and what it learns of it."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Restarted:
    """``cached_bytes`` of the schema's ``data_bytes`` were in the page cache when the server answered again.

    None where that is unknown. ``loads_buffer_pool``: InnoDB reads back what was in memory before.
    """

    stop_s: float
    start_s: float
    data_bytes: int | None
    cached_bytes: int | None
    loads_buffer_pool: bool


class RestartFailedError(Exception):
    """A sentence on why the server did not stop or start."""


Restart = Callable[[str, Literal["cold", "as is"], threading.Event], Restarted]
"""Restarts the server and reports how much of the schema is in memory. Raises ``RestartFailedError``.

Once the event is set the run is over: the server is then only started again.
"""
