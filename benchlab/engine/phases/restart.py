"""Executes restarts of the server, with cold caches where asked for, and verifies those."""

from typing import Any

from benchlab.definitions.phases.restart import RestartPhase
from benchlab.engine.phases.phase import PhaseExecution
from benchlab.engine.places.server_restart import Restart, Restarted, RestartFailedError
from benchlab.engine.run_context import RunContext
from benchlab.engine.run_failures import HaltedError, PhaseFailedError

COLD_SHARE, COLD_BYTES = 0.02, 2**20
"""How much of the data may be cached after a cold start, the larger of both: a server reads the heads of files."""
WARM = "warm"
NOT_RESTARTED = (
    "The server {server} was not restarted, because benchlab restarts its own sandboxes only: what is read after "
    "a restart phase was read with warm caches."
)
POOL_LOADED = (
    "After the restart InnoDB reads back the pages it had in memory: what is read then is not cold. Set "
    "innodb_buffer_pool_load_at_startup = OFF."
)
PAGES_LEFT = (
    "After the restart {cached} MB of {data} MB were still in the page cache: what is read then is not cold. It is "
    "labelled “restarted, page cache warm”."
)
UNSEEN = (
    "Whether the page cache was cold after the restart could not be verified: fincore (package util-linux or "
    "util-linux-extra) gave no answer."
)


class RestartExecution(PhaseExecution[RestartPhase]):
    executes = RestartPhase

    def __init__(self, phase: RestartPhase, context: RunContext, *, parent: str | None = None) -> None:
        super().__init__(phase, context, parent=parent)
        self._restarted: Restarted | None = None

    def run(self) -> None:
        if not self.context.restart:
            self.context.cache = WARM
            self.context.warn(self.phase.name, NOT_RESTARTED.format(server=self.context.target.name))
            return
        self._restarted = self._perform(self.context.restart)
        self.context.cache = cache(self._restarted)
        if self.phase.cache == "cold" and (sentence := _why_not_cold(self._restarted)):
            self.context.warn(self.phase.name, sentence)

    def _perform(self, restart: Restart) -> Restarted:
        """Even a cancelled run waits for it: the next run needs a server that is up."""
        try:
            done = restart(self.context.target.schema, self.phase.cache, self.context.halt)
        except RestartFailedError as failed:
            raise PhaseFailedError(f"The restart “{self.phase.name}” failed: {failed}") from failed
        if self.context.halt.is_set():
            raise HaltedError
        return done

    def figures(self) -> dict[str, Any]:
        done = self._restarted
        if done is None:
            return {"details": {"restarted": False, "cache": WARM}}
        details = {
            "restarted": True,
            "cache": cache(done),
            "stop_s": done.stop_s,
            "start_s": done.start_s,
            "data_bytes": done.data_bytes,
            "cached_bytes": done.cached_bytes,
        }
        return {"details": details}


def cache(done: Restarted) -> str:
    """The state of the caches after it: a label for the figures of the reads that follow."""
    if done.loads_buffer_pool:
        return "restarted, buffer pool read back"
    if done.cached_bytes is None or done.data_bytes is None:
        return "restarted, page cache unknown"
    most_bytes = max(COLD_BYTES, COLD_SHARE * done.data_bytes)
    return "cold" if done.cached_bytes <= most_bytes else "restarted, page cache warm"


def _why_not_cold(done: Restarted) -> str:
    sentences = {
        "restarted, buffer pool read back": POOL_LOADED,
        "restarted, page cache unknown": UNSEEN,
        "restarted, page cache warm": PAGES_LEFT,
    }
    cached, data = (round((each or 0) / 2**20) for each in (done.cached_bytes, done.data_bytes))
    return sentences.get(cache(done), "").format(cached=f"{cached:,}", data=f"{data:,}")
