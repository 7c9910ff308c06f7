"""`bench server add`, `check`, `ls` and `rm`."""

import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlsplit

from benchlab.cli.console import Console, Exit, add_group, add_verb, table
from benchlab.cli.lab import Lab, RefusedRequest

VISIBLE_TO_ALL = (
    "The address contains a password, which is visible to everybody on this machine in the process list, and stored "
    "in the shell's history. Leave it out and pass it on stdin with --password-stdin; and change this password."
)


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "server", help="Servers to run on.")
    adding = add_verb(group, "add", add, help="Add a server and check it.")
    adding.add_argument("name")
    adding.add_argument(
        "address", metavar="url", help="mysql://user@host:port/, or mysql://user@localhost/?socket=/path"
    )
    adding.add_argument("--password-stdin", action="store_true", help="Read the password from stdin.")
    add_verb(group, "check", check, help="Connect, and report the server's capabilities.").add_argument("name")
    add_verb(group, "ls", ls, help="List the servers.")
    add_verb(group, "rm", rm, help="Remove a server; its runs are kept.").add_argument("name")


def add(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    if _holds_password(options["address"]):
        raise RefusedRequest.because("url", VISIBLE_TO_ALL)
    password = sys.stdin.readline().rstrip("\n") if options["password_stdin"] else ""
    given = {"name": options["name"], "url": options["address"], "password": password}
    return _checked(lab.post("/servers", given), console)


def check(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    return _checked(lab.post(f"{_path(options)}/check"), console)


def ls(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = lab.get("/servers")
    heads = ("name", "address", "flavour", "version", "checked_at", "error")
    rows = [[server[head] for head in heads] for server in document]
    console.answer(document, table(rows, [head.upper() for head in heads]))
    return Exit.FINISHED


def rm(lab: Lab, options: Mapping[str, Any], console: Console) -> Exit:
    console.answer(lab.delete(_path(options)), [f"Server {options['name']} is removed."])
    return Exit.FINISHED


def _path(options: Mapping[str, Any]) -> str:
    return f"/servers/{quote(options['name'], safe='')}"


def _holds_password(address: str) -> bool:
    try:
        return bool(urlsplit(address).password)
    except ValueError:
        return False  # It is no address at all, which benchlab says.


def _checked(server: Mapping[str, Any], console: Console) -> Exit:
    console.answer(server, _lines(server))
    return Exit.FAILED if server["error"] else Exit.FINISHED


def _lines(server: Mapping[str, Any]) -> list[str]:
    facts = server["facts"]
    if server["error"] or facts is None:
        return [f"{server['name']} cannot be used: {server['error']}"]
    capabilities = [f"  {each['name']}: {_possible(each)}" for each in facts["capabilities"]]
    engines = ", ".join(facts["engines"])
    return [f"{server['name']}: {facts['flavour']} {facts['version']}; engines {engines}", *capabilities]


def _possible(capability: Mapping[str, Any]) -> str:
    return "yes" if capability["possible"] else f"no. {capability['reason']} {capability['remedy']}"
