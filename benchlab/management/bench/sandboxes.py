"""`bench sandbox create`, `start`, `stop`, `rm` and `ls`."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from benchlab.definitions import Problem, Refused
from benchlab.management.bench.console import Console, Exit, Verb, add_group, add_verb, table
from benchlab.management.bench.finding import parse_values
from benchlab.models import Server
from benchlab.sandbox import Sandbox, SandboxError

COLUMNS = ("name", "state", "socket", "port", "datadir", "version")


def add_verbs(verbs: Any) -> None:
    group = add_group(verbs, "sandbox", help="Servers that benchlab makes on this machine.")
    creating = add_verb(group, "create", _refusing(create), help="Make and start a sandbox, and enter it as a server.")
    creating.add_argument("name")
    creating.add_argument("--no-start", action="store_true", help="Make it only; something else will start it.")
    creating.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE", dest="given")
    add_verb(group, "start", _refusing(start), help="Start a sandbox.").add_argument("name")
    stopping = add_verb(group, "stop", _refusing(stop), help="Stop a sandbox.")
    stopping.add_argument("name", nargs="?", default="")
    stopping.add_argument("--all", action="store_true", dest="every", help="All of them.")
    add_verb(group, "rm", _refusing(rm), help="Remove a sandbox with all its data.").add_argument("name")
    add_verb(group, "ls", ls, help="List the sandboxes.")


def create(options: Mapping[str, Any], console: Console) -> Exit:
    sandbox = Sandbox.create(_folder(), options["name"], settings=parse_values(options["given"]))
    if not options["no_start"]:
        sandbox.start()
    return _told(sandbox, console)


def start(options: Mapping[str, Any], console: Console) -> Exit:
    sandbox = Sandbox.named(_folder(), options["name"])
    sandbox.start()
    return _told(sandbox, console)


def stop(options: Mapping[str, Any], console: Console) -> Exit:
    if not options["name"] and not options["every"]:
        raise Refused([Problem("name", "Name a sandbox, or give --all.")])
    folder = _folder()
    stopped = Sandbox.list_all(folder) if options["every"] else [Sandbox.named(folder, options["name"])]
    for sandbox in stopped:
        sandbox.stop()
    told = [sandbox.to_json() for sandbox in stopped]
    console.answer(told if options["every"] else told[0], [_sentence(each) for each in told])
    return Exit.FINISHED


def rm(options: Mapping[str, Any], console: Console) -> Exit:
    sandbox = Sandbox.named(_folder(), options["name"])
    for server in Server.objects.filter(sandbox=sandbox.name):
        server.remove()
    sandbox.remove()
    console.answer({"name": sandbox.name}, [f"Sandbox {sandbox.name} is removed."])
    return Exit.FINISHED


def ls(options: Mapping[str, Any], console: Console) -> Exit:  # noqa: ARG001
    document = [sandbox.to_json() for sandbox in Sandbox.list_all(_folder())]
    rows = [[sandbox[column] for column in COLUMNS] for sandbox in document]
    console.answer(document, table(rows, [column.upper() for column in COLUMNS]))
    return Exit.FINISHED


def enter(sandbox: Sandbox) -> Server:
    """The sandbox as a server, at the address it has now; checked where it runs."""
    if Server.objects.filter(name=sandbox.name).exclude(sandbox=sandbox.name).exists():
        raise Refused([Problem("name", f"There is another server {sandbox.name} already.")])
    at = sandbox.address()
    place = {"host": at.host, "port": at.port, "socket": at.socket, "user": at.user, "password": at.password}
    server, _ = Server.objects.update_or_create(name=sandbox.name, defaults={**place, "sandbox": sandbox.name})
    if sandbox.state() == "running":
        server.check_now()
    return server


def _told(sandbox: Sandbox, console: Console) -> Exit:
    enter(sandbox)
    told = sandbox.to_json()
    console.answer(told, [_sentence(told)])
    return Exit.FINISHED


def _sentence(told: Mapping[str, Any]) -> str:
    return f"Sandbox {told['name']} is {told['state']}."


def _folder() -> Path:
    return Path(settings.SANDBOXES_DIR)


def _refusing(verb: Verb) -> Verb:
    """A sandbox that can not be had is a sentence, not a traceback."""

    def refuse(options: Mapping[str, Any], console: Console) -> Exit:
        try:
            return verb(options, console)
        except SandboxError as error:
            raise Refused([Problem("sandbox", str(error))]) from error

    return refuse
