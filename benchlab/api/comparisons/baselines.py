"""Baselines."""

from django.http import HttpRequest
from ninja import Query, Router, Schema

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.errors import Missing, conflict_if_refused
from benchlab.api.finding import find_benchmark, find_experiment, find_run, find_server
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, Page, Text, answers
from benchlab.definitions.language.problems import Problem
from benchlab.models import Baseline
from benchlab.models.comparisons import pin_experiment, pin_run
from benchlab.timestamps import iso_utc

OF_RUN, OF_EXPERIMENT = "/runs/{int:number}/baseline", "/experiments/{int:number}/baselines"
NONE = "There is no baseline for its benchmark, server and parameters."

router = Router(tags=["Baselines"])


class Where(Schema):
    benchmark: Text = ""
    server: Text = ""


@router.get("/baselines", response=answers(Document), auth=may("view"))
def ls(request: HttpRequest, wanted: Query[Where], page: Query[Page]) -> Document:  # noqa: ARG001
    """Last pinned first. A run's own address also lists the repeats that belong to it."""
    found = Baseline.objects.listed()
    if wanted.benchmark:
        found = found.filter(benchmark=find_benchmark(wanted.benchmark))
    if wanted.server:
        found = found.filter(server=find_server(wanted.server))
    return page_of(found, page, name="baselines", document=_listed)


@router.get(OF_RUN, response=answers(Document), auth=may("view"))
def show(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """The baseline of the run: that of the same benchmark, server and parameters."""
    return _document(_found([Baseline.objects.of(find_run(number))])[0])


@router.post(OF_RUN, response=answers(Document), auth=may("annotate_run"))
def pin(request: HttpRequest, number: int) -> Document:
    """Pin this run and its repeats as the baseline, replacing an earlier one."""
    pinned = find_run(number)
    with conflict_if_refused():
        return _document(pin_run(pinned, by=signed_in(request)))


@router.delete(OF_RUN, response=answers(Document), auth=may("annotate_run"))
def unpin(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """Remove the baseline for its benchmark, server and parameters."""
    return _unpinned([Baseline.objects.of(find_run(number))])[0]


@router.post(OF_EXPERIMENT, response=answers(list[Document]), auth=may("annotate_run"))
def pin_each(request: HttpRequest, number: int) -> list[Document]:
    """Pin one run of each combination, together with its repeats."""
    pinned = find_experiment(number)
    with conflict_if_refused():
        return [_document(each) for each in pin_experiment(pinned, by=signed_in(request))]


@router.delete(OF_EXPERIMENT, response=answers(list[Document]), auth=may("annotate_run"))
def unpin_each(request: HttpRequest, number: int) -> list[Document]:  # noqa: ARG001
    """Remove the baselines of its combinations."""
    experiment = find_experiment(number)
    with conflict_if_refused():
        firsts = experiment.first_of_each_combination()
    return _unpinned([Baseline.objects.of(run) for run in firsts])


def _unpinned(found: list[Baseline | None]) -> list[Document]:
    """The document of a baseline, made while it is one."""
    baselines = _found(found)
    documents = [_document(each) for each in baselines]
    for each in baselines:
        each.unpin()
    return documents


def _found(baselines: list[Baseline | None]) -> list[Baseline]:
    if found := [each for each in baselines if each]:
        return found
    raise Missing([Problem("run", NONE)])


def _document(baseline: Baseline) -> Document:
    runs = [run.pk for run in baseline.repeats.order_by("pk")]
    return {**_listed(baseline), "runs": runs, "cautions": baseline.cautions}


def _listed(baseline: Baseline) -> Document:
    return {
        "benchmark": baseline.benchmark.slug,
        "server": baseline.server.name,
        "run": baseline.run_id,
        "by": baseline.pinned_by.username if baseline.pinned_by else None,
        "pinned_at": iso_utc(baseline.pinned_at),
    }
