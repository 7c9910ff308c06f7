"""`bench show`, `ls` and `cancel`."""

import time
from argparse import ArgumentTypeError
from collections.abc import Mapping
from typing import Any

from benchlab.definitions import Problem, Refused
from benchlab.management.bench.console import Console, Exit, add_verb, table
from benchlab.management.bench.finding import (
    RUN_OR_EXPERIMENT,
    find_benchmark,
    find_run_or_experiment,
    find_server,
    find_tag,
)
from benchlab.management.bench.outcome import lines_of
from benchlab.models import Experiment, Run, State
from benchlab.models.result import moment
from benchlab.models.run import RunQuerySet

STOP_WITHIN_S = 15
LISTED = ("run", "benchmark", "server", "state", "started_at", "per_second")
LISTED_HEADS = [*(name.upper() for name in LISTED), "UNIT", "TRUST", "DURABILITY", "TAGS"]


def add_verbs(verbs: Any) -> None:
    showing = add_verb(verbs, "show", show, help="Show the result of a run, or of an experiment.")
    showing.add_argument("run", help=RUN_OR_EXPERIMENT)
    listing = add_verb(verbs, "ls", ls, help="List runs, the newest first.")
    listing.add_argument("--benchmark")
    listing.add_argument("--server")
    listing.add_argument("--state", choices=State.values)
    listing.add_argument("--tag", help="Those with this tag.")
    listing.add_argument("--limit", type=_positive, default=50)
    cancelling = add_verb(verbs, "cancel", cancel, help="Cancel a run, or the rest of an experiment, and wait.")
    cancelling.add_argument("run", help=RUN_OR_EXPERIMENT)


def show(options: Mapping[str, Any], console: Console) -> Exit:
    shown = find_run_or_experiment(options["run"])
    console.answer(shown.result(), lines_of(shown))
    return Exit.FINISHED


def ls(options: Mapping[str, Any], console: Console) -> Exit:
    wanted = _wanted(options).values_list("pk", flat=True)[: options["limit"]]
    found = Run.objects.listed().in_order(wanted)
    console.answer([_listed(run) for run in found], table([_row(run) for run in found], LISTED_HEADS))
    return Exit.FINISHED


def cancel(options: Mapping[str, Any], console: Console) -> Exit:
    unwanted = find_run_or_experiment(options["run"])
    if not unwanted.request_cancel(reason="the command line") and unwanted.is_over:
        raise Refused([Problem("run", f"{unwanted} is {unwanted.state} already.")])
    wait_until_over(unwanted)
    kind = "run" if isinstance(unwanted, Run) else "experiment"
    console.answer({kind: unwanted.pk, "state": unwanted.state}, [f"{unwanted} is {unwanted.state}."])
    return Exit.FINISHED if unwanted.state == State.CANCELLED else Exit.FAILED


def wait_until_over(unwanted: Run | Experiment) -> None:
    give_up_at = time.monotonic() + STOP_WITHIN_S
    unwanted.refresh_from_db()
    while not unwanted.is_over and time.monotonic() < give_up_at:
        time.sleep(0.2)
        unwanted.refresh_from_db()


def _positive(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**9:
        raise ArgumentTypeError(f"“{text}” is not a number of runs above 0.")
    return int(text)


def _wanted(options: Mapping[str, Any]) -> RunQuerySet:
    """Refused where what is asked for is not there: an empty list would say that there are no such runs."""
    runs: RunQuerySet = Run.objects.all()
    if options["benchmark"]:
        runs = runs.filter(benchmark=find_benchmark(options["benchmark"]))
    if options["server"]:
        runs = runs.on(find_server(options["server"]))
    if options["tag"]:
        runs = runs.filter(tags=find_tag(options["tag"]))
    return runs.filter(state=options["state"]) if options["state"] else runs


def _listed(run: Run) -> dict[str, Any]:
    started_at, servers = moment(run.started_at), ",".join(run.server_names)
    figures = (run.pk, run.benchmark.slug, servers, run.state, started_at, run.headline)
    return {**dict(zip(LISTED, figures, strict=True)), **_judged(run)}


def _judged(run: Run) -> dict[str, Any]:
    excluded, tags = run.exclusion_reason or None, [tag.name for tag in run.tags.all()]
    return {"trust": run.trust_grade, "durability": run.durability or None, "tags": tags, "excluded": excluded}


def _row(run: Run) -> list[object]:
    """As people read it: what a run that did not finish has measured until then is no result."""
    shown = _listed(run)
    shown["state"] += (", imported" if run.is_imported else "") + (", excluded" if run.is_excluded else "")
    if run.is_cut_short and run.headline is not None:
        shown["per_second"] = f"({run.headline:,.1f})"
    unit = run.headline_unit if run.headline is not None else None  # type: ignore[attr-defined]
    return [*(shown[name] for name in LISTED), unit, shown["trust"], shown["durability"], " ".join(shown["tags"])]
