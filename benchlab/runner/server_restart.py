"""What restarts a run's server: benchlab does that to sandboxes of its own, on this machine."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from django.conf import settings

from benchlab import mysql
from benchlab.definitions.plan.plan import Plan
from benchlab.engine.error_messages import sentence
from benchlab.engine.places import global_settings
from benchlab.engine.places.server_restart import Restarted, RestartFailedError
from benchlab.models import Server
from benchlab.sandbox import Sandbox, SandboxError, page_cache

LOADS_AT_START = "innodb_buffer_pool_load_at_startup"


def restarter(server: Server, plan: Plan) -> "Restarter | None":
    """None where the server is no sandbox, or one of another machine."""
    try:
        sandbox = Sandbox.named(Path(settings.SANDBOXES_DIR), server.sandbox) if server.sandbox else None
    except SandboxError:
        return None
    return Restarter(sandbox, server, plan) if sandbox else None


class Restarter:
    def __init__(self, sandbox: Sandbox, server: Server, plan: Plan) -> None:
        self.is_at_work = False
        """Who ends before it has ended leaves a server that stands still."""
        self._sandbox, self._server, self._plan = sandbox, server, plan
        self._data = Path(sandbox.to_json()["datadir"])

    def __call__(self, schema: str, cache: Literal["cold", "as is"], halt: threading.Event) -> Restarted:
        self.is_at_work = True
        try:
            return self._restart(self._data / schema, cache, halt)
        except SandboxError as error:
            raise RestartFailedError(str(error)) from error
        except mysql.Error as error:
            raise RestartFailedError(sentence(error, doing=f"Setting up {self._server.name}")) from error
        finally:
            self.is_at_work = False

    def _restart(self, tables: Path, cache: Literal["cold", "as is"], halt: threading.Event) -> Restarted:
        stop_s = _timed(self._sandbox.stop)
        if cache == "cold":
            page_cache.evict(self._data, halt)
        start_s = _timed(self._sandbox.start)
        if halt.is_set():
            return Restarted(stop_s, start_s, None, None, loads_buffer_pool=False)
        loads = self._set_up()
        return Restarted(stop_s, start_s, page_cache.size_bytes(tables), page_cache.cached_bytes(tables), loads)

    def _set_up(self) -> bool:
        """What the run sets for the whole server is gone with a restart. Whether it reads its buffer pool back."""
        with mysql.connected(self._server.address) as admin:
            if self._server.facts:
                global_settings.apply(admin, global_settings.needed_settings(self._plan, self._server.facts))
            return bool(global_settings.read(admin, [LOADS_AT_START])[LOADS_AT_START])


def _timed(step: Callable[[], None]) -> float:
    began = time.monotonic()
    step()
    return time.monotonic() - began
