"""Servers under test, and sandboxes."""

from django.forms.models import model_to_dict
from django.http import HttpRequest
from ninja import Router, Status

from benchlab.api.accounts.access import is_operator, may
from benchlab.api.errors import Conflict, conflict_if_refused, refuse_unless_valid
from benchlab.api.finding import find_server
from benchlab.api.shapes import Document, NewSandbox, NewServer, ServerFields, answers
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.servers.servers import ServerForm
from benchlab.models import Server
from benchlab.models.servers import read_address, sandboxes
from benchlab.timestamps import iso_utc

LOCAL_ONLY = (
    "Settings of a sandbox can only be given on benchlab's own machine, with bin/bench sandbox create NAME --set ..., "
    "because some of them name files and programs there."
)

router = Router(tags=["Servers"])
sandbox_router = Router(tags=["Sandboxes"])


@router.get("", response=answers(list[Document]), auth=may("view"))
def ls(request: HttpRequest) -> list[Document]:  # noqa: ARG001
    return [_document(server) for server in Server.objects.all()]


@router.post("", response=answers(Document, status=201), auth=may("manage_servers"))
def add(request: HttpRequest, given: NewServer) -> Status[Document]:  # noqa: ARG001
    """Add a server, and check it. It is stored even if the check fails, with its ``error``."""
    if Server.objects.filter(name=given.name).exists():
        raise Conflict([Problem("name", f"A server {given.name} already exists.")])
    return Status(201, _kept(Server(name=given.name), given))


@router.get("/{str:name}", response=answers(Document), auth=may("view"))
def show(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    return _document(find_server(name))


@router.patch("/{str:name}", response=answers(Document), auth=may("manage_servers"))
def change(request: HttpRequest, name: str, given: ServerFields) -> Document:  # noqa: ARG001
    """Change the given fields, and check the server. An empty password keeps the stored one."""
    return _kept(find_server(name), given)


@router.delete("/{str:name}", response=answers(Document), auth=may("manage_servers"))
def remove(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    """Remove a server; its runs are kept."""
    with conflict_if_refused():
        find_server(name).remove()
    return {"name": name}


@router.post("/{str:name}/check", response=answers(Document), auth=may("launch_run"))
def check(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    """Connect, and report the server's capabilities."""
    checked = find_server(name)
    checked.check_now()
    return _document(checked)


@sandbox_router.get("", response=answers(list[Document]), auth=may("view"))
def list_sandboxes(request: HttpRequest) -> list[Document]:  # noqa: ARG001
    return [sandbox.to_json() for sandbox in sandboxes.every()]


@sandbox_router.post("", response=answers(Document, status=201), auth=may("manage_servers"))
def create(request: HttpRequest, given: NewSandbox) -> Status[Document]:
    """Create a MariaDB on benchlab's own machine, start it, and add it as a server."""
    if given.settings and not is_operator(request):
        raise Refused([Problem("settings", LOCAL_ONLY)])
    return Status(201, sandboxes.create(given.name, options=given.settings, start=given.start).to_json())


@sandbox_router.post("/{str:name}/start", response=answers(Document), auth=may("manage_servers"))
def start(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    return sandboxes.start(name).to_json()


@sandbox_router.post("/{str:name}/stop", response=answers(Document), auth=may("manage_servers"))
def stop(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    return sandboxes.stop(name).to_json()


@sandbox_router.delete("/{str:name}", response=answers(Document), auth=may("manage_servers"))
def remove_sandbox(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    """Remove a sandbox with all its data."""
    sandboxes.remove(name)
    return {"name": name}


def _kept(server: Server, given: ServerFields) -> Document:
    """Validated by the page's form."""
    known = {**model_to_dict(server, fields=ServerForm.Meta.fields), "password": ""}
    place = read_address(given.url) if given.url else {}
    fields = {name: value for name, value in given.dict(exclude={"url", "name"}).items() if value is not None}
    form = ServerForm({**known, **place, **fields}, instance=server)
    refuse_unless_valid(form)
    kept: Server = form.save(commit=False)
    kept.keep()
    return _document(kept)


def _document(server: Server) -> Document:
    facts = server.facts.to_json() if server.facts else None
    return {
        "name": server.name,
        "address": server.socket or f"{server.host}:{server.port}",
        "flavour": facts and facts["flavour"],
        "version": facts and facts["version"],
        "checked_at": iso_utc(server.checked_at),
        "error": server.check_error or None,
        "facts": facts,
    }
