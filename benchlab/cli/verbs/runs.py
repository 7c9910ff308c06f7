"""`bench show`, `ls` and `cancel`."""

import time
from argparse import ArgumentTypeError
from collections.abc import Iterator, Mapping
from typing import Any

from benchlab.cli.console import Console, Exit, add_verb, table
from benchlab.cli.lab import Lab, RefusedRequest

RUN_OR_EXPERIMENT = "number of a run, such as 12, or of an experiment, such as e4"
STATES = ("queued", "running", "finished", "failed", "cancelled")
CUT_SHORT = ("failed", "cancelled")
STOP_WITHIN_S = 15
A_PAGE = 500
LISTED = ("run", "benchmark", "server", "state", "started_at", "per_second")
JUDGED = ("trust", "durability", "tags", "excluded")
LISTED_HEADS = [*(name.upper() for name in LISTED), "UNIT", "TRUST", "DURABILITY", "TAGS"]


def add_verbs(verbs: Any) -> None:
    showing = add_verb(verbs, "show", show, help="Show the result of a run, or of an experiment.")
    showing.add_argument("run", help=RUN_OR_EXPERIMENT)
    listing = add_verb(verbs, "ls", ls, help="List runs, newest first.")
    listing.add_argument("--benchmark")
    listing.add_argument("--server")
    listing.add_argument("--state", choices=STATES)
    listing.add_argument("--tag", help="Only runs with this tag.")
    listing.add_argument("--limit", type=_positive, default=50)
    cancelling = add_verb(verbs, "cancel", cancel, help="Cancel a run, or the rest of an experiment, and wait.")
    cancelling.add_argument("run", help=RUN_OR_EXPERIMENT)


def show(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    path = path_of(options["run"])
    document = lab.get(path)
    console.answer(document, lab.get(f"{path}/summary")["lines"])
    return Exit.FINISHED


def ls(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    filters = {name: options[name] for name in ("benchmark", "server", "state", "tag") if options[name]}
    found = list(_listed(lab, options["limit"], filters))
    documents = [{name: run[name] for name in (*LISTED, *JUDGED)} for run in found]
    console.answer(documents, table([_row(run) for run in found], LISTED_HEADS))
    return Exit.FINISHED


def cancel(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    path = path_of(options["run"])
    lab.post(f"{path}/cancellation", {"reason": "the command line"})
    ended = _wait_until_over(lab, path)
    named = f"{ended['kind'].capitalize()} {ended['id']}"
    console.answer({ended["kind"]: ended["id"], "state": ended["state"]}, [f"{named} is {ended['state']}."])
    return Exit.FINISHED if ended["state"] == "cancelled" else Exit.FAILED


def path_of(named: str) -> str:
    """The API's path of a run, 12, or of an experiment, e4."""
    number = named.lower().removeprefix("e")
    if not number.isdecimal() or not number.isascii() or len(number) > 15:
        raise RefusedRequest.because("run", f"“{named}” is not the {RUN_OR_EXPERIMENT}.")
    return f"/runs/{int(number)}" if number == named else f"/experiments/{int(number)}"


def _wait_until_over(lab: Lab, path: str) -> Mapping[str, Any]:
    give_up_at = time.monotonic() + STOP_WITHIN_S
    progress: Mapping[str, Any] = lab.get(f"{path}/progress")
    while not progress["is_over"] and time.monotonic() < give_up_at:
        time.sleep(lab.poll_s / 2)
        progress = lab.get(f"{path}/progress")
    return progress


def _positive(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) < 10**9:
        raise ArgumentTypeError(f"“{text}” is not a number of runs above 0.")
    return int(text)


def _listed(lab: Lab, most: int, filters: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    size, pages = min(most, A_PAGE), 1
    for number in range(1, -(-most // size) + 1):
        if number > pages:
            return
        answer = lab.get("/runs", limit=size, page=number, **filters)
        pages = answer["pages"]
        yield from answer["runs"][: most - (number - 1) * size]


def _row(run: Mapping[str, Any]) -> list[object]:
    """A row of the list; the metric of a run that did not finish is in parentheses."""
    shown = {name: run[name] for name in LISTED}
    shown["state"] += (", imported" if run["imported"] else "") + (", excluded" if run["excluded"] else "")
    if run["state"] in CUT_SHORT and run["per_second"] is not None:
        shown["per_second"] = f"({run['per_second']:,.1f})"
    return [*shown.values(), run["unit"], run["trust"], run["durability"], " ".join(run["tags"])]
