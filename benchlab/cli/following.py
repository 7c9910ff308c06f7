"""Waiting for runs, with their progress; Ctrl-C cancels them."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchlab.cli.console import Console
from benchlab.cli.lab import Executor, Lab, RefusedRequest, Unreachable

BAR = 24
SILENT_S = 3
"""Nothing is reported for a run that starts within this time."""
PATIENCE_S = 120
"""How long to retry while benchlab does not respond, as during an update."""
NO_KEEPER = "Its worker does not respond, and no keeper is running to end it. Start benchlab with bin/up."
NO_WORKER = "The run waits for one: start it with bin/up, or press Ctrl-C to cancel."
TRIES_AGAIN = "{error} Retrying for {patience} s; launched runs continue there."
STILL_RUNNING = "{error} Launched runs may continue there: check with bench show {number}."

Progress = Mapping[str, Any]


@dataclass(frozen=True)
class Queued:
    """A run or an experiment to wait for."""

    path: str
    """Its address in the API."""
    number: str
    """As on the command line: 12, or e4."""
    runs: tuple[int, ...]

    @classmethod
    def of(cls, launched: Mapping[str, Any]) -> "Queued":
        runs = tuple(launched["runs"])
        if launched.get("experiment"):
            return cls(f"/experiments/{launched['experiment']}", f"e{launched['experiment']}", runs)
        return cls(f"/runs/{launched['run']}", str(launched["run"]), runs)


def follow(lab: Lab, queued: Queued, console: Console, *, inline: Executor | None) -> None:
    """Wait until all runs have ended."""
    if inline:
        inline.execute(queued.runs)
    waiting, ends, outage = Waiting(lab, console, needs_worker=inline is None), Ends(console), Outage(console, queued)
    over = False
    while not over:
        try:
            over = _look(lab, queued, console, (waiting, ends, outage))
            time.sleep(0 if over else lab.poll_s)
        except KeyboardInterrupt:
            console.complain("Cancelling ...")
            _cancel(lab, queued)
    if inline:
        inline.join()
    console.clear_progress()


def _look(lab: Lab, queued: Queued, console: Console, reporters: "tuple[Waiting, Ends, Outage]") -> bool:
    """Report progress; True when all runs have ended."""
    waiting, ends, outage = reporters
    try:
        progress = lab.get(f"{queued.path}/progress")
        outage.is_over()
        ends.report(progress)
        if progress["next"]:
            waiting.report(progress["next"])
            console.progress(place_line(progress) + progress_line(progress["next"]))
    except Unreachable as error:
        outage.report(error)
        return False
    return bool(progress["is_over"])


def _cancel(lab: Lab, queued: Queued) -> None:
    try:
        lab.post(f"{queued.path}/cancellation", {"reason": "Ctrl-C"})
    except (RefusedRequest, Unreachable):
        return  # It is over already, or nobody answers: the next look says so.


class Outage:
    """Tolerates a benchlab that does not respond for a while."""

    def __init__(self, console: Console, queued: Queued) -> None:
        self._console, self._queued = console, queued
        self._since: float | None = None

    def is_over(self) -> None:
        self._since = None

    def report(self, error: Unreachable) -> None:
        """Report it once; raises Unreachable if it lasts too long."""
        if self._since is None:
            self._since = time.monotonic()
            self._console.complain(TRIES_AGAIN.format(error=error, patience=PATIENCE_S))
        elif time.monotonic() > self._since + PATIENCE_S:
            raise Unreachable(STILL_RUNNING.format(error=error, number=self._queued.number))


class Ends:
    """Reports the end of each run of an experiment, and the remaining time."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._reported: set[int] = set()

    def report(self, progress: Progress) -> None:
        for run in progress["runs"] if progress["kind"] == "experiment" else ():
            if run["is_over"] and run["run"] not in self._reported:
                self._reported.add(run["run"])
                self._console.complain(self._sentence(progress, run))

    def _sentence(self, progress: Progress, run: Progress) -> str:
        measured = f", {run['showed']}" if run["showed"] else ""
        left = f"; {progress['time_left']}" if progress["next"] else ""
        counts = f"{len(self._reported)} of {len(progress['runs'])}"
        return f"{counts}: run {run['run']} ({_place(progress, run)}) {run['state']}{measured}{left}"


class Waiting:
    """Reports why a run waits, once for each reason, also without a terminal."""

    def __init__(self, lab: Lab, console: Console, *, needs_worker: bool) -> None:
        self._lab, self._console, self._needs_worker = lab, console, needs_worker
        self._reported, self._since = "", time.monotonic()

    def report(self, run: Progress) -> None:
        sentence = self._while_queued(run) if run["state"] == "queued" else self._while_running(run)
        if sentence and sentence != self._reported:
            self._console.complain(f"Run {run['run']}: {sentence}")
        self._reported = sentence

    def _while_running(self, run: Progress) -> str:
        self._since = time.monotonic()
        return NO_KEEPER if run["silent"] else ""

    def _while_queued(self, run: Progress) -> str:
        if time.monotonic() < self._since + SILENT_S:
            return ""
        workers = self._lab.get("/workers") if self._needs_worker else None
        trouble = f"{workers['trouble']} {NO_WORKER}" if workers and not workers["names"] else ""
        if reasons := " ".join(filter(None, (run["waiting_for"], trouble))):
            return reasons
        ahead = f", {run['ahead']} ahead of it" if run["ahead"] else ""
        return f"Waiting for a free worker{ahead}."


def place_line(progress: Progress) -> str:
    """The number of the active run, its combination, and the remaining time of all runs."""
    if progress["kind"] == "run":
        return ""
    runs: Sequence[Progress] = progress["runs"]
    run = next(each for each in runs if each["run"] == progress["next"]["run"])
    number = sum(each["is_over"] for each in runs) + 1
    return f"{number} of {len(runs)} ({_place(progress, run)}; {progress['time_left']}): "


def _place(progress: Progress, run: Progress) -> str:
    cell = ", ".join(f"{name} {value}" for name, value in run["values"].items())
    repeat = f"repeat {run['repeat']}" if progress["repeats"] > 1 else ""
    return ", ".join(filter(None, (cell, repeat)))


def progress_line(run: Progress) -> str:
    if run["state"] == "queued":
        return f"Run {run['run']}: {run['waiting_for'] or 'waiting for a worker.'}"
    phase = run["phase"]
    if phase is None:
        return f"Run {run['run']}: preparing"
    filled = round(BAR * phase["share"])
    left = f"  {phase['left_s']:.0f} s left" if phase["left_s"] is not None else ""
    bar = f"[{'#' * filled}{'.' * (BAR - filled)}] {100 * phase['share']:3.0f} %"
    return f"Run {run['run']}: {phase['name']}  {bar}{left}"
