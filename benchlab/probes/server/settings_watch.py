"""Notices changes of global settings during a run, even those that are reverted before its end."""

from typing import Any

from benchlab import mysql
from benchlab.mysql import Address
from benchlab.probes import redaction
from benchlab.probes.probe import Clock, Findings
from benchlab.probes.server.counters import ServerProbe

EVERY_S = 5
"""Reading all of them takes a server about 5 ms."""


class Settings(ServerProbe):
    """``changes`` has the first change of each variable: ``{at_s, before, after}``, the values of secret ones null."""

    def __init__(self, clock: Clock, findings: Findings, *, server: str, address: Address) -> None:
        super().__init__("settings", clock, findings, server=server, address=address)
        self.changes: dict[str, dict[str, Any]] = {}
        self._last: dict[str, str] = {}

    def look(self, second: int) -> None:
        if self._last and second % EVERY_S:
            return
        before, now = self._last, dict(mysql.rows(self.connection(), "SHOW GLOBAL VARIABLES"))
        self._last = now
        hidden = redaction.hidden(now)
        for name in before.keys() & now.keys():
            if before[name] != now[name]:
                values = (None, None) if name in hidden else (before[name], now[name])
                self.changes.setdefault(name, {"at_s": float(second), "before": values[0], "after": values[1]})
