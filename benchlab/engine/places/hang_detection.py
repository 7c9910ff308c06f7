"""Whether a server that gives no answer takes its time, or stands still."""

import threading
import time

from benchlab import mysql
from benchlab.engine.places import sessions

LOOK_EVERY_S = 10.0
ANSWER_WITHIN_S = 5


class HangDetector:
    """Asks the server by a second connection while an answer is long in coming; a statement may take hours.

    It asks in a thread of its own, so that whoever waits still hears that the run is cancelled.
    """

    def __init__(
        self,
        account: mysql.Address,
        schema: str,
        *,
        thread: int | None = None,
        admin: mysql.Address | None = None,
    ) -> None:
        """``thread`` is the server's number of the connection that waits, which may be ``admin``'s."""
        self._account, self._schema, self._thread, self._admin = account, schema, thread, admin
        self._stretch = 0
        self._trouble = ""
        self.answered()

    def answered(self) -> None:
        """There was an answer: look again only when the next one is late."""
        self._stretch += 1
        self._trouble = ""
        self._since_s = time.monotonic()
        self._look_at_s = self._since_s + LOOK_EVERY_S

    def trouble(self) -> str:
        """Why there will be no answer, to follow what waits for it; empty while there may be one. Does not wait."""
        if time.monotonic() >= self._look_at_s:
            self._look_at_s = time.monotonic() + LOOK_EVERY_S
            threading.Thread(target=self._look, args=[self._stretch], name="hang_detector", daemon=True).start()
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
        if self._sees(self._account) or (self._admin and self._sees(self._admin)):
            return ""
        return (
            f"has had no answer for {time.monotonic() - self._since_s:.0f} s, and the server does not know its "
            "connection any more: the network lost it. Look at what lies between, and launch again."
        )

    def _sees(self, account: mysql.Address) -> bool:
        """Whether the connection that waits is there. An account sees its own, and others' only with a right to."""
        connection = sessions.opened(account, self._schema, read_timeout_s=ANSWER_WITHIN_S)
        try:
            there = {int(session[0]) for session in mysql.rows(connection, "SHOW PROCESSLIST")}
        finally:
            connection.close()
        return self._thread is None or self._thread in there
