"""What the engine asks of whoever can restart the server, and what it is told."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Restarted:
    """``cached_bytes`` of the schema's ``data_bytes`` were in the page cache when the server answered again.

    None where nobody could see that. ``loads_buffer_pool``: InnoDB reads back what was in memory before.
    """

    stop_s: float
    start_s: float
    data_bytes: int | None
    cached_bytes: int | None
    loads_buffer_pool: bool


class RestartFailedError(Exception):
    """A sentence on why the server did not stop or start."""


Restart = Callable[[str, Literal["cold", "as is"], threading.Event], Restarted]
"""Restart the server and say what of the schema is in memory. Raises ``RestartFailedError``.

Once the event is set nobody wants the answer any more, but still a server that runs: it is only started again then.
"""
