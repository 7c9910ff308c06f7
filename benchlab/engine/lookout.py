"""Whether a server that gives no answer takes its time, or stands still."""

import threading
import time

from benchlab import mysql
from benchlab.engine import sessions

LOOK_EVERY_S = 10.0
ANSWER_WITHIN_S = 5


class Lookout:
    """Asks the server by a second connection while an answer is long in coming; a statement may take hours.

    It asks in a thread of its own, so that whoever waits still hears that the run is cancelled.
    """

    def __init__(self, account: mysql.Address, schema: str, *, thread: int | None = None) -> None:
        """``thread`` is the server's number of the connection that waits."""
        self._account, self._schema, self._thread = account, schema, thread
        self._stretch = 0
        self._trouble = ""
        self.heard()

    def heard(self) -> None:
        """There was an answer: look again only when the next one is late."""
        self._stretch += 1
        self._trouble = ""
        self._since_s = time.monotonic()
        self._look_at_s = self._since_s + LOOK_EVERY_S

    def trouble(self) -> str:
        """Why there will be no answer, to follow what waits for it; empty while there may be one. Does not wait."""
        if time.monotonic() >= self._look_at_s:
            self._look_at_s = time.monotonic() + LOOK_EVERY_S
            threading.Thread(target=self._look, args=[self._stretch], name="lookout", daemon=True).start()
        return self._trouble

    def _look(self, stretch: int) -> None:
        trouble = self._found()
        if stretch == self._stretch:
            self._trouble = trouble

    def _found(self) -> str:
        try:
            return self._lost_thread()
        except mysql.Error as error:
            if mysql.error_code(error) not in mysql.LOST_CODES:
                return ""  # It lives: it has no connection left, or does not let us in.
            return (
                f"has had no answer for {time.monotonic() - self._since_s:.0f} s, and the server answers nobody else "
                f"either ({mysql.error_text(error)}): it hangs or is out of reach. Look into its error log and at its "
                "disk and network, and launch again."
            )

    def _lost_thread(self) -> str:
        connection = sessions.opened(self._account, self._schema, read_timeout_s=ANSWER_WITHIN_S)
        try:
            there = {int(session[0]) for session in mysql.rows(connection, "SHOW PROCESSLIST")}
        finally:
            connection.close()
        if self._thread is None or self._thread in there:
            return ""
        return (
            f"has had no answer for {time.monotonic() - self._since_s:.0f} s, and the server does not know its "
            "connection any more: the network lost it. Look at what lies between, and launch again."
        )
