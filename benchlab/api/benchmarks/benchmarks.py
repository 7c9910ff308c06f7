"""The catalogue: benchmarks, their revisions, trying and launching them."""

from typing import Any

from django.http import HttpRequest
from ninja import Router, Status

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.benchmarks.launch_request import asked_of, launched_of
from benchlab.api.errors import Conflict
from benchlab.api.finding import find_benchmark, find_revision, find_server
from benchlab.api.shapes import (
    Checked,
    DefinitionText,
    DefinitionTrial,
    Document,
    Launch,
    Launched,
    OnServer,
    Trial,
    answers,
)
from benchlab.definitions import Definition
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import Benchmark, Revision
from benchlab.models.benchmarks import rehearse, try_on
from benchlab.timestamps import iso_utc

REVISION = "/{slug:name}/revisions/{int:number}"
OTHER_NAME = "The definition is called {given}, and this is the address of {name}. Post it to /benchmarks instead."

router = Router(tags=["Benchmarks"])
definitions = Router(tags=["Definitions"])


@router.get("", response=answers(list[Document]), auth=may("view"))
def catalog(request: HttpRequest) -> list[Document]:  # noqa: ARG001
    """Every benchmark, with the parameters that a launch may set."""
    return [_offered(benchmark) for benchmark in Benchmark.objects.order_by("slug")]


@router.post("", response=answers(Document, status=201), auth=may("edit_definitions"))
def create(request: HttpRequest, given: DefinitionText) -> Status[Document]:
    """Keep a definition's text as the newest revision of the benchmark that it names."""
    return Status(201, _revision(Benchmark.store(given.text, by=signed_in(request)).latest))


@router.get("/{slug:name}", response=answers(Document), auth=may("view"))
def show(request: HttpRequest, name: str) -> Document:  # noqa: ARG001
    shown = find_benchmark(name)
    return {**_offered(shown), "revision": shown.latest.number, "text": shown.latest.text}


@router.put("/{slug:name}", response=answers(Document), auth=may("edit_definitions"))
def edit(request: HttpRequest, name: str, given: DefinitionText) -> Document:
    """Keep a definition's text as its newest revision."""
    edited, written = find_benchmark(name), Definition.parse(given.text).name
    if written != edited.slug:
        raise Conflict([Problem("name", OTHER_NAME.format(given=written, name=name))])
    return _revision(Benchmark.store(given.text, by=signed_in(request)).latest)


@router.post("/{slug:name}/check", response=answers(Checked), auth=may("launch_run"))
def check(request: HttpRequest, name: str, given: Trial) -> Document:  # noqa: ARG001
    """Connect and try every step once, without a run."""
    latest = find_benchmark(name).latest
    servers, values = asked_of(given)
    try:
        return _checked(rehearse(latest, servers, latest.definition.grid(values)).problems)
    except Refused as refused:
        return _checked(refused.problems)


@router.post("/{slug:name}/runs", response=answers(Launched, status=201), auth=may("launch_run"))
def launch(request: HttpRequest, name: str, given: Launch) -> Status[Document]:
    """Queue a run, or an experiment if there are lists of values or repeats."""
    benchmark = find_benchmark(name)
    servers, values = asked_of(given)
    known = given.dict(include={"repeats", "label", "seed"})
    return Status(201, launched_of(benchmark.launch(servers, values, by=signed_in(request), **known)))


@router.get("/{slug:name}/revisions", response=answers(list[Document]), auth=may("view"))
def revisions(request: HttpRequest, name: str) -> list[Document]:  # noqa: ARG001
    found = find_benchmark(name).revisions.select_related("created_by", "benchmark").defer("text")
    return [_revision(each) for each in found]


@router.get(REVISION, response=answers(Document), auth=may("view"))
def revision(request: HttpRequest, name: str, number: int) -> Document:  # noqa: ARG001
    shown = find_revision(name, number)
    return {**_revision(shown), "text": shown.text}


@router.post(f"{REVISION}/trial", response=answers(Document), auth=may("edit_definitions"))
def try_revision(request: HttpRequest, name: str, number: int, given: OnServer) -> Document:  # noqa: ARG001
    """Check the revision on a server, and store the result."""
    tried = find_revision(name, number)
    trial = try_on(tried, find_server(given.server))
    tried.keep_trial(trial)
    return {**_checked(trial.problems), "took_place": trial.took_place}


@router.post(f"{REVISION}/restoration", response=answers(Document), auth=may("edit_definitions"))
def restore(request: HttpRequest, name: str, number: int) -> Document:
    """Restore its text as a new revision."""
    old = find_revision(name, number)
    return _revision(old.benchmark.restore(old, by=signed_in(request)).latest)


@definitions.post("/problems", response=answers(Checked), auth=may("view"))
def problems(request: HttpRequest, given: DefinitionText) -> Document:  # noqa: ARG001
    """Problems of a text, with line and column. Stores nothing and contacts no server."""
    try:
        Definition.parse(given.text)
    except Refused as refused:
        return _checked(refused.problems)
    return _checked(())


@definitions.post("/trial", response=answers(Document), auth=may("edit_definitions"))
def try_text(request: HttpRequest, given: DefinitionTrial) -> Document:  # noqa: ARG001
    """Check a text on a server; stores nothing."""
    Definition.parse(given.text)
    trial = try_on(Revision(text=given.text, number=0), find_server(given.server))
    return {**_checked(trial.problems), "took_place": trial.took_place}


def _offered(benchmark: Benchmark) -> Document:
    """A definition for another version of the language is listed with its problems."""
    known = {"name": benchmark.slug, "title": benchmark.title, "study": benchmark.study or None}
    try:
        parameters = benchmark.latest.definition.parameters
    except Refused as refused:
        return {**known, "parameters": [], "problems": [problem.to_json() for problem in refused.problems]}
    return {**known, "parameters": [parameter.to_json() for parameter in parameters.values()]}


def _revision(shown: Revision) -> Document:
    return {
        "name": shown.benchmark.slug,
        "revision": shown.number,
        "by": shown.created_by.username if shown.created_by else None,
        "created_at": iso_utc(shown.created_at),
        "imported": shown.imported,
        "tried_on": shown.tried_on or None,
        "tried_at": iso_utc(shown.tried_at),
        "trial_problems": shown.trial_problems,
    }


def _checked(found: Any) -> Document:
    documents = [problem.to_json() for problem in found]
    return {"ok": not documents, "problems": documents}
