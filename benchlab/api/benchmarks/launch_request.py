"""Requests to launch, and their responses."""

from benchlab.api.finding import find_server
from benchlab.api.shapes import Document, Trial, Value
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.definitions.parameters.experiment_grid import SERVER, Given, listed
from benchlab.models import Experiment, Run, Server

LIST_AND_OTHERS = "Give either one list, a,b, to run on each server, or several names to use them together."


def asked_of(given: Trial) -> tuple[list[Server], Given]:
    """The servers and the values of each parameter; a comma-separated list of servers is varied."""
    named = [listed(names) if names else [""] for names in given.servers]
    servers = [find_server(name) for names in named for name in names]
    values: Given = {name: _texts(value) for name, value in given.values.items() if name != SERVER}
    if len(named) == 1 and len(servers) > 1:
        return servers, {SERVER: named[0], **values}
    if any(len(names) > 1 for names in named):
        raise Refused([Problem("servers", LIST_AND_OTHERS)])
    return servers, values


def _texts(value: Value | list[Value]) -> str | list[str]:
    """Values as text; a text may be a list, ``1,10``."""
    if isinstance(value, str):
        return value
    return [_text(each) for each in value] if isinstance(value, list) else [_text(value)]


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def launched_of(queued: Run | Experiment) -> Document:
    if isinstance(queued, Run):
        return {"run": queued.pk, "runs": [queued.pk], "state": queued.state}
    return {"experiment": queued.pk, "runs": [run.pk for run in queued.current_runs], "state": queued.state}
