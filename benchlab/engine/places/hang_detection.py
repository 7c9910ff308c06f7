"""Tells a server that is slow to answer from one that hangs."""

import threading
import time
from dataclasses import dataclass

from benchlab import mysql
from benchlab.engine.places import sessions

ANSWER_WITHIN_S = 5


@dataclass(frozen=True)
class Patience:
    """How long a server may give no sign of life before benchlab looks whether it is still there."""

    with_an_answer_s: float = 10.0
    with_connections_s: float = 10.0
    """While none of a drive's clients has one."""
    with_an_end_s: float = 10.0
    """After a drive was to end."""


class HangDetector:
    """Asks the server on a second connection while an answer is overdue; a statement may take hours.

    It asks in a thread of its own, so that the caller still notices that the run is cancelled.
    """

    def __init__(
        self,
        account: mysql.Address,
        schema: str,
        *,
        thread: int | None = None,
        admin: mysql.Address | None = None,
        patience: Patience | None = None,
    ) -> None:
        """``thread`` is the id of the waiting connection on the server, which may be ``admin``'s."""
        self._account, self._schema, self._thread, self._admin = account, schema, thread, admin
        self._every_s = (patience or Patience()).with_an_answer_s
        self._stretch = 0
        self._trouble = ""
        self.answered()

    def answered(self) -> None:
        """An answer came: look again only when the next one is overdue."""
        self._stretch += 1
        self._trouble = ""
        self._since_s = time.monotonic()
        self._look_at_s = self._since_s + self._every_s

    def trouble(self) -> str:
        """Why no answer will come, as the end of a sentence; empty while one may come. Does not wait."""
        if time.monotonic() >= self._look_at_s:
            self._look_at_s = time.monotonic() + self._every_s
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
                return ""  # It is alive, but has no connection left or refuses the login.
            return (
                f"has had no answer for {time.monotonic() - self._since_s:.0f} s, and the server answers "
                f"no other connection either ({mysql.error_text(error)}): it hangs or is out of reach. Look into its "
                "error log and at its disk and network, and launch again."
            )

    def _lost_thread(self) -> str:
        if self._sees(self._account) or (self._admin and self._sees(self._admin)):
            return ""
        return (
            f"has had no answer for {time.monotonic() - self._since_s:.0f} s, and the server does not know its "
            "connection any more: the network lost it. Check the network between them, and launch again."
        )

    def _sees(self, account: mysql.Address) -> bool:
        """Whether the waiting connection still exists. An account sees its own connections; others take a privilege."""
        connection = sessions.opened(account, self._schema, read_timeout_s=ANSWER_WITHIN_S)
        try:
            there = {int(session[0]) for session in mysql.rows(connection, "SHOW PROCESSLIST")}
        finally:
            connection.close()
        return self._thread is None or self._thread in there
