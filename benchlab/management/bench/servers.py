"""`bench server add`, `check`, `ls` and `rm`."""

import sys
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from django.core.exceptions import ValidationError

from benchlab.definitions import Problem, Refused
from benchlab.management.bench.console import Console, Exit, add_group, add_verb, table
from benchlab.management.bench.finding import find_server
from benchlab.models import Server
from benchlab.models.result import moment

SEEN_BY_ALL = (
    "The address holds a password, which everybody on this machine can read in the list of processes, and the shell "
    "keeps. Leave it out and give the password on stdin, with --password-stdin; and change this one."
)


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "server", help="Servers to run on.")
    adding = add_verb(group, "add", add, help="Enter a server and check it.")
    adding.add_argument("name")
    adding.add_argument("url", help="mysql://user@host:port/, or mysql://user@localhost/?socket=/path")
    adding.add_argument("--password-stdin", action="store_true", help="Read the password from stdin.")
    add_verb(group, "check", check, help="Connect, and say what can be done there.").add_argument("name")
    add_verb(group, "ls", ls, help="List the servers.")
    add_verb(group, "rm", rm, help="Forget a server; its runs are kept.").add_argument("name")


def add(options: Mapping[str, Any], console: Console) -> Exit:
    if Server.objects.filter(name=options["name"]).exists():
        raise Refused([Problem("name", f"There is a server {options['name']} already.")])
    server = server_of(options["name"], options["url"])
    if server.password:
        raise Refused([Problem("url", SEEN_BY_ALL)])
    if options["password_stdin"]:
        server.password = sys.stdin.readline().rstrip("\n")
    try:
        server.full_clean()
    except ValidationError as error:
        found = error.message_dict.items()
        raise Refused([Problem(field, message) for field, messages in found for message in messages]) from error
    server.save()
    return _checked(server, console)


def check(options: Mapping[str, Any], console: Console) -> Exit:
    return _checked(find_server(options["name"]), console)


def ls(options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = [server_document(server) for server in Server.objects.all()]
    heads = ("name", "address", "flavour", "version", "checked_at", "error")
    rows = [[server[head] for head in heads] for server in document]
    console.answer(document, table(rows, [head.upper() for head in heads]))
    return Exit.FINISHED


def rm(options: Mapping[str, Any], console: Console) -> Exit:
    find_server(options["name"]).remove()
    console.answer({"name": options["name"]}, [f"Server {options['name']} is forgotten."])
    return Exit.FINISHED


def server_of(name: str, url: str) -> Server:
    """An unsaved server at the address."""
    try:
        parts = urlsplit(url)
        port = parts.port or 3306
    except ValueError as error:
        raise Refused([Problem("url", f"{error}.")]) from error
    if parts.scheme != "mysql" or not parts.username:
        raise Refused([Problem("url", "The address is of the form mysql://user@host:port/.")])
    query = parse_qs(parts.query)
    return Server(
        name=name,
        host=parts.hostname or "127.0.0.1",
        port=port,
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        socket=query.get("socket", [""])[0],
        tls=query.get("tls", [""])[0] in ("1", "true"),
    )


def server_document(server: Server) -> dict[str, Any]:
    facts = server.facts.to_json() if server.facts else None
    return {
        "name": server.name,
        "address": server.socket or f"{server.host}:{server.port}",
        "flavour": facts and facts["flavour"],
        "version": facts and facts["version"],
        "checked_at": moment(server.checked_at),
        "error": server.check_error or None,
        "facts": facts,
    }


def _checked(server: Server, console: Console) -> Exit:
    answers = server.check_now()
    console.answer(server_document(server), _lines(server))
    return Exit.FINISHED if answers else Exit.FAILED


def _lines(server: Server) -> list[str]:
    if server.check_error or server.facts is None:
        return [f"{server.name} can not be used: {server.check_error}"]
    capabilities = [
        f"  {each.name}: {'yes' if each.possible else f'no. {each.reason} {each.remedy}'}"
        for each in server.facts.capabilities
    ]
    facts = server.facts
    return [f"{server.name}: {facts.flavour} {facts.version}; engines {', '.join(facts.engines)}", *capabilities]
