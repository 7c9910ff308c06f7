"""One execution of a claimed run, from its preparation to its last row."""

import threading
import time
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone

from benchlab import mysql
from benchlab.definitions.plan.plan import Plan
from benchlab.engine import Access, Owner, RunClock, execute
from benchlab.engine.error_messages import sentence
from benchlab.engine.events import Event, PhaseFinished
from benchlab.engine.places.hang_detection import HangDetector
from benchlab.models import Installation, Run
from benchlab.models.results import series_chunks as stored_series
from benchlab.models.results import summarize
from benchlab.models.runs import SNAPSHOT_FIELDS
from benchlab.mysql import connected
from benchlab.probes import Watch, watch
from benchlab.probes.snapshot import snapshot
from benchlab.runner.database_retry import make_folder, patiently
from benchlab.runner.event_pump import Pump
from benchlab.runner.layouts import Layouts
from benchlab.runner.preparation import prepare
from benchlab.runner.recorder import RunRecorder
from benchlab.runner.schema_replacement import replace_schemas
from benchlab.runner.server_restart import restarter
from benchlab.runner.unfit import UnfitError

TICK_S = 1.0
READ_TIMEOUT_S = 30
LOCK_WAIT_S = 5
POLL_S = 0.2
LAYOUT_EVERY_S = 10.0
CHANGING_KINDS = frozenset({"load", "drive"})
"""Phases in which tables grow."""
LAST_ESTIMATE_S = 5.0
STOP_GRACE_S = 8.0
"""The engine ends its clients within two seconds; those of one that does not die with this process."""


class Execution:
    """Once ``stop`` is set it ends early; what was measured until then is kept."""

    def __init__(self, run: Run, stop: threading.Event) -> None:
        self.run, self.stop = run, stop
        self.plan: Plan = run.plan
        self.target = self.plan.servers[0]
        self.recorder = RunRecorder(run)

    def perform(self) -> None:
        """Raises UnfitError with a sentence where the run has failed."""
        make_folder(self.run.folder)
        try:
            self.server = prepare(self.run, self.plan)
            if not self.stop.is_set():
                self._take_snapshot("start", schema=None)
                self._start_clock()
                self._measure()
                self._take_last_snapshot()
        except mysql.Error as error:
            raise UnfitError(sentence(error, doing=f"Measuring on {self.target.name}")) from error
        finally:
            self._write_all()
        if self.recorder.error:
            raise UnfitError(self.recorder.error)

    def _start_clock(self) -> None:
        self.clock = RunClock.start()
        self.run.started_at = timezone.now()
        patiently(lambda: self.run.save(update_fields=["started_at", *SNAPSHOT_FIELDS]))

    def _measure(self) -> None:
        self.layouts = Layouts(self.server.address, self.target.schema, self.clock)
        self.layouts.start()
        local = self.server.facts is not None and self.server.facts.local
        watching = watch(self.plan, self.server.address, clock=self.clock, folder=self.run.folder, local=local)
        try:
            with watching as self.watch:
                self._follow(self._pump())
            self._finish_watching(self.watch)
            self._take_last_layout()
        finally:
            self.layouts.abandon()

    def _pump(self) -> Pump:
        owner = Owner(Installation.current().token, self.run.pk)
        self.restarter = restarter(self.server, self.plan)
        access = Access(self.server.address, self.restarter, settings.FILES_DIR)
        made = partial(replace_schemas, self.run, self.server)
        pump = Pump(execute(self.plan, access, owner=owner, clock=self.clock, stop=self.stop, once_made=made))
        pump.start()
        return pump

    def _follow(self, pump: Pump) -> None:
        give_up_at = float("inf")
        next_tick_at = time.monotonic() + TICK_S
        while pump.goes_on and (time.monotonic() < give_up_at or self._restarts):
            if event := pump.next(POLL_S):
                self._take(event)
            if self.stop.is_set() and give_up_at == float("inf"):
                give_up_at = time.monotonic() + STOP_GRACE_S
            if time.monotonic() >= next_tick_at:
                next_tick_at = max(next_tick_at + TICK_S, time.monotonic())
                self._tick()
        if pump.goes_on:
            self._say(f"The clients have not ended within {STOP_GRACE_S:.0f} s and are killed.", severity="warning")

    @property
    def _restarts(self) -> bool:
        return self.restarter is not None and self.restarter.is_at_work

    def _take(self, event: Event) -> None:
        self.recorder.take(event)
        if isinstance(event, PhaseFinished):
            # The first phase makes the tables.
            self.layouts.ask("during" if self.layouts.last_s else "start")

    def _tick(self) -> None:
        self.recorder.add(self.watch.samples())
        if self.clock.now_s() >= self.layouts.last_s + LAYOUT_EVERY_S and self._tables_grow():
            self.layouts.ask("during")
        self._keep_layouts()
        self.recorder.flush()

    def _tables_grow(self) -> bool:
        return any(phase.kind in CHANGING_KINDS for phase in self.recorder.running)

    def _keep_layouts(self) -> None:
        for capture in self.layouts.taken():
            self.recorder.capture(capture)

    def _finish_watching(self, watch: Watch) -> None:
        finished = watch.finish()
        self.recorder.add(finished.samples)
        self.recorder.write_recorded(finished.recorded)
        self.recorder.warn(watch.problems())

    def _take_last_layout(self) -> None:
        """Exact, which reads all data: after everything that was measured. An estimate where the run was cut short."""
        whole = not self.stop.is_set() and not self.recorder.error
        self.layouts.ask("end", exact=whole)
        self.layouts.end()
        # Counting may take its time; an estimate that is long in coming will not come: the server hangs.
        give_up_at = time.monotonic() + (float("inf") if whole else LAST_ESTIMATE_S)
        hang_detector = HangDetector(self.server.address, self.target.schema)
        while self.layouts.is_alive() and time.monotonic() < give_up_at and not (whole and self.stop.is_set()):
            self.layouts.join(POLL_S)
            if trouble := hang_detector.trouble():
                self.recorder.warn([f"Counting the rows of the tables {trouble}"])
                break
        self._keep_layouts()
        self.recorder.warn(self.layouts.problems)

    def _take_snapshot(self, moment: str, *, schema: str | None, **more: Any) -> None:
        local = self.server.facts is not None and self.server.facts.local
        with connected(self.server.address, read_timeout_s=READ_TIMEOUT_S, lock_wait_s=LOCK_WAIT_S) as admin:
            taken = snapshot.take(admin, local=local, schema=schema, planned=self.plan.tables.values())
        self.run.keep_snapshot(moment, {**taken, **more})

    def _take_last_snapshot(self) -> None:
        try:
            own = self.plan.settings
            changed = {name: each for name, each in self.watch.changed_settings().items() if name not in own}
            self._take_snapshot("end", schema=self.target.schema, changed_meanwhile=changed)
        except mysql.Error as error:
            self.recorder.warn([sentence(error, doing=f"Reading the settings of {self.server.name} at the end")])

    def _write_all(self) -> None:
        if not patiently(self.run.beat, even_if_full=True):
            return  # The keeper has taken it, and writes itself.
        self.recorder.flush_patiently()
        self.run.warnings = self.recorder.warnings
        patiently(lambda: self.run.save(update_fields=["warnings", *SNAPSHOT_FIELDS]))
        patiently(lambda: stored_series.compact(self.run))
        patiently(lambda: summarize(self.run))

    def _say(self, message: str, *, severity: str = "info") -> None:
        self.recorder.say(message, at_s=self.clock.now_s(), severity=severity)
