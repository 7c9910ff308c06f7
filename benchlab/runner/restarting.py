"""What restarts a run's server: benchlab does that to sandboxes of its own, on this machine."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal

from django.conf import settings

from benchlab import mysql
from benchlab.definitions.plan import Plan
from benchlab.engine import settings as global_settings
from benchlab.engine.restarted import Restart, Restarted, RestartFailedError
from benchlab.engine.sentences import sentence
from benchlab.models import Server
from benchlab.sandbox import Sandbox, SandboxError, coldness

LOADS_AT_START = "innodb_buffer_pool_load_at_startup"


def restart_of(server: Server, plan: Plan) -> Restart | None:
    """None where the server is no sandbox, or one of another machine."""
    try:
        sandbox = Sandbox.named(Path(settings.SANDBOXES_DIR), server.sandbox) if server.sandbox else None
    except SandboxError:
        return None
    return partial(_restart, sandbox, server, plan) if sandbox else None


def _restart(sandbox: Sandbox, server: Server, plan: Plan, schema: str, cache: Literal["cold", "as is"]) -> Restarted:
    data = Path(sandbox.to_json()["datadir"])
    try:
        stop_s = _timed(sandbox.stop)
        if cache == "cold":
            coldness.evict(data)
        start_s = _timed(sandbox.start)
        loads = _set_up(server, plan)
    except SandboxError as error:
        raise RestartFailedError(str(error)) from error
    except mysql.Error as error:
        raise RestartFailedError(sentence(error, doing=f"Setting up {server.name}")) from error
    found = data / schema
    return Restarted(stop_s, start_s, coldness.size_bytes(found), coldness.cached_bytes(found), loads)


def _set_up(server: Server, plan: Plan) -> bool:
    """What the run sets for the whole server is gone with a restart. Whether it reads its buffer pool back."""
    with mysql.connected(server.address) as admin:
        if server.facts:
            global_settings.apply(admin, global_settings.needed_settings(plan, server.facts))
        return bool(global_settings.read(admin, [LOADS_AT_START])[LOADS_AT_START])


def _timed(step: Callable[[], None]) -> float:
    began = time.monotonic()
    step()
    return time.monotonic() - began
