"""The offset of a server's clock from ours."""

import time
from datetime import UTC, datetime

from benchlab import mysql

ASKED = 5


def offset(connection: mysql.Connection) -> dict[str, float]:
    """``offset_ms`` is above 0 where the server is ahead, and right but for ``within_ms``. Raises ``mysql.Error``.

    Cristian (1989, Distributed Computing 3, 146): the quickest answer, taken as of the middle of its round trip.
    """
    return min((_asked(connection) for _ in range(ASKED)), key=lambda answer: answer["within_ms"])


def _asked(connection: mysql.Connection) -> dict[str, float]:
    before, began_s = datetime.now(UTC), time.monotonic()
    told = mysql.rows(connection, "SELECT UTC_TIMESTAMP(6)")[0][0].replace(tzinfo=UTC)
    half_ms = (time.monotonic() - began_s) * 500
    return {"offset_ms": (told - before).total_seconds() * 1000 - half_ms, "within_ms": half_ms}
