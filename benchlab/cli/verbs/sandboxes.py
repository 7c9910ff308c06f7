"""`bench sandbox create`, `start`, `stop`, `rm` and `ls`."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from benchlab.cli.console import Console, Exit, add_group, add_verb, table
from benchlab.cli.lab import Lab, RefusedRequest
from benchlab.cli.verbs.launch import parse_values

COLUMNS = ("name", "state", "socket", "port", "datadir", "version")


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "sandbox", help="Servers that benchlab creates on its own machine.")
    creating = add_verb(group, "create", create, help="Create and start a sandbox, and add it as a server.")
    creating.add_argument("name")
    creating.add_argument("--no-start", action="store_true", help="Only create it; do not start it.")
    creating.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE", dest="given")
    add_verb(group, "start", start, help="Start a sandbox.").add_argument("name")
    stopping = add_verb(group, "stop", stop, help="Stop a sandbox.")
    stopping.add_argument("name", nargs="?", default="")
    stopping.add_argument("--all", action="store_true", dest="every", help="Stop all sandboxes.")
    add_verb(group, "rm", rm, help="Remove a sandbox with all its data.").add_argument("name")
    add_verb(group, "ls", ls, help="List the sandboxes.")


def create(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    wanted = {"name": options["name"], "start": not options["no_start"], "settings": parse_values(options["given"])}
    return _answer(lab.post("/sandboxes", wanted), console)


def start(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    return _answer(lab.post(f"{_path(options['name'])}/start"), console)


def stop(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    if not options["name"] and not options["every"]:
        raise RefusedRequest.because("name", "Name a sandbox, or give --all.")
    names = [each["name"] for each in lab.get("/sandboxes")] if options["every"] else [options["name"]]
    stopped = [lab.post(f"{_path(name)}/stop") for name in names]
    console.answer(stopped if options["every"] else stopped[0], [_sentence(each) for each in stopped])
    return Exit.FINISHED


def rm(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    console.answer(lab.delete(_path(options["name"])), [f"Sandbox {options['name']} is removed."])
    return Exit.FINISHED


def ls(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = lab.get("/sandboxes")
    rows = [[sandbox[column] for column in COLUMNS] for sandbox in document]
    console.answer(document, table(rows, [column.upper() for column in COLUMNS]))
    return Exit.FINISHED


def _path(name: str) -> str:
    return f"/sandboxes/{quote(name, safe='')}"


def _answer(sandbox: Mapping[str, Any], console: Console) -> Exit:
    console.answer(sandbox, [_sentence(sandbox)])
    return Exit.FINISHED


def _sentence(sandbox: Mapping[str, Any]) -> str:
    return f"Sandbox {sandbox['name']} is {sandbox['state']}."
