"""Writes what an execution reports as rows, about once a second."""

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import singledispatchmethod
from itertools import islice

from django.db import OperationalError, models, transaction

from benchlab.engine.events import CheckResult, Event, PhaseFinished, PhaseStarted, Progress, RunProblem, Second
from benchlab.metrics import Sample
from benchlab.models import CheckOutcome, LayoutCapture, LogLine, Phase, Run, StoredHistogram
from benchlab.models.results import LiveChunks
from benchlab.mysql import LOST_CODES
from benchlab.runner.database_retry import forget_connection, is_full, patiently
from benchlab.runner.layouts import Capture

BATCH = 20_000
"""Samples: about 8 MB, and some twenty minutes of what sar records."""
ERROR_CODE = re.compile(r"\(error (\d+)")

log = logging.getLogger(__name__)


class RunRecorder:
    """Keeps what could not be written yet and writes it with the next; its run's state is nobody's business here."""

    def __init__(self, run: Run) -> None:
        self.error = ""
        """The first problem that ends the run as failed."""
        self.warnings: list[str] = []
        self._run = run
        self.phases: dict[str, Phase] = {}
        self._live = LiveChunks(run)
        self._samples: list[Sample] = []
        self._unsaved: dict[int, models.Model] = {}

    @property
    def running(self) -> list[Phase]:
        return [phase for phase in self.phases.values() if phase.finished_s is None]

    def add(self, samples: Iterable[Sample]) -> None:
        self._samples += samples

    def warn(self, sentences: Sequence[str]) -> None:
        """What comes of a server that went away is said once: probes and phases all notice it."""
        for sentence in sentences:
            if sentence not in self.warnings and not (_is_of_lost_server(sentence) and self._lost_server_is_reported):
                self.warnings.append(sentence)

    @property
    def _lost_server_is_reported(self) -> bool:
        return any(map(_is_of_lost_server, self.warnings))

    def say(self, message: str, *, at_s: float, phase: str = "", severity: str = "info") -> None:
        self._keep(LogLine(run=self._run, at_s=at_s, phase=phase, severity=severity, message=message))

    def capture(self, capture: Capture) -> None:
        if capture.rows:
            self._keep(LayoutCapture(run=self._run, at=capture.at, time_s=capture.time_s, rows=capture.rows))

    def flush(self) -> None:
        """Write what came in; where the database is locked or away it waits for the next time."""
        try:
            self._write()
        except OperationalError as error:
            if is_full(error):
                raise
            log.warning("Nothing written for %s: %s", self._run, error)
            forget_connection()

    def flush_patiently(self) -> None:
        patiently(self._write)

    def write_recorded(self, samples: Iterator[Sample]) -> None:
        """Samples that another program recorded since the run began, a batch at a time, in chunks of their sources."""
        chunks = LiveChunks(self._run)
        while batch := list(islice(samples, BATCH)):
            for chunk in chunks.add(batch):
                self._keep(chunk)
            self.flush_patiently()

    @singledispatchmethod
    def take(self, event: Event) -> None:
        raise TypeError(f"The engine reports something unknown: {event!r}")

    @take.register
    def _(self, event: PhaseStarted) -> None:
        phase = Phase(
            run=self._run,
            ordinal=len(self.phases),
            name=event.name,
            kind=event.kind,
            parent=event.parent or "",
            started_s=event.at_s,
            expected_s=event.expected_s,
        )
        self.phases[event.name] = phase
        self._keep(phase)
        self.say(f"The phase “{event.name}” ({event.kind}) began.", at_s=event.at_s, phase=event.name)

    @take.register
    def _(self, event: Progress) -> None:
        phase = self.phases[event.phase]
        phase.done, phase.total, phase.unit = event.done, event.total, event.unit
        self._keep(phase)

    @take.register
    def _(self, event: Second) -> None:
        self._samples.append(event.sample)

    @take.register
    def _(self, event: PhaseFinished) -> None:
        phase = self.phases[event.name]
        phase.finished_s, phase.result = event.at_s, event.result
        self._keep(phase)
        for statement, counts in event.histograms.items():
            self._keep(StoredHistogram(phase=phase, statement=statement, counts=counts))
        took_s = event.at_s - phase.started_s
        self.say(
            f"The phase “{phase.name}” ({phase.kind}) ended after {took_s:.1f} s.", at_s=event.at_s, phase=event.name
        )

    @take.register
    def _(self, event: CheckResult) -> None:
        self._keep(
            CheckOutcome(run=self._run, name=event.name, passed=event.passed, value=event.value, limit=event.limit)
        )

    @take.register
    def _(self, event: RunProblem) -> None:
        self.say(event.message, at_s=event.at_s, phase=event.phase or "", severity=event.severity)
        if event.severity == "error":
            self.error = self.error or event.message
        else:
            self.warn([event.message])

    def _keep(self, row: models.Model) -> None:
        self._unsaved[id(row)] = row

    def _write(self) -> None:
        samples, self._samples = self._samples, []
        for chunk in self._live.add(samples):
            self._keep(chunk)
        new = [row for row in self._unsaved.values() if row.pk is None]
        try:
            with transaction.atomic():
                for row in self._unsaved.values():
                    row.save()
        except OperationalError:
            for row in new:
                # What was rolled back gave it a number that somebody else's row may get now.
                row.pk, row._state.adding = None, True
            raise
        self._unsaved = {}


def _is_of_lost_server(sentence: str) -> bool:
    return any(int(code) in LOST_CODES for code in ERROR_CODE.findall(sentence))
