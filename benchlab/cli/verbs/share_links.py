"""`bench share make`, `ls` and `revoke`."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from benchlab.cli.console import Console, Exit, add_group, add_verb, table
from benchlab.cli.lab import Lab
from benchlab.cli.verbs.runs import RUN_OR_EXPERIMENT, path_of

REVEALS = ("servers", "hosts", "people", "settings", "words")
HEADS = ("id", "kind", "query", "title", "by", "expires_at", "revoked_at", "opened")


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "share", help="Share links, which show one page without an account.")
    making = add_verb(group, "make", make, help="Share a run, an experiment, or a comparison of several.")
    making.add_argument("runs", nargs="+", metavar="run", help=RUN_OR_EXPERIMENT)
    making.add_argument("--title", default="", help="Heading of the page and of the link's preview.")
    making.add_argument("--days", type=int, default=30, help="Number of days until it expires.")
    making.add_argument("--frozen", action="store_true", help="Show the page as it is now, for ever.")
    making.add_argument(
        "--reveal",
        action="append",
        default=[],
        choices=REVEALS,
        dest="reveals",
        help="Details that are hidden by default.",
    )
    add_verb(group, "ls", ls, help="List the links.")
    add_verb(group, "revoke", revoke, help="Revoke a link.").add_argument("link", type=int, help="its id")


def make(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    given = {name: options[name] for name in ("title", "days", "frozen", "reveals")}
    made = lab.post("/shares", {**given, **_named(options["runs"])})
    console.answer(made, [made["url"], f"It works until {made['expires_at']} and is not shown again."])
    return Exit.FINISHED


def ls(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    documents = lab.get("/shares", limit=1000)["shares"]
    console.answer(
        documents, table([[each[head] for head in HEADS] for each in documents], [head.upper() for head in HEADS])
    )
    return Exit.FINISHED


def revoke(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    console.answer(lab.delete(f"/shares/{options['link']}"), [f"Link {options['link']} is revoked."])
    return Exit.FINISHED


def _named(runs: Sequence[str]) -> dict[str, str]:
    """The page: several runs or experiments are shown as a comparison."""
    named = [(kind, number) for kind, _, number in (path_of(each).strip("/").partition("s/") for each in runs)]
    return {"kind": named[0][0] if len(named) == 1 else "comparison", "query": urlencode(named)}
