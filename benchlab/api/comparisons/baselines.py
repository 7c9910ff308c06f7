"""The runs that later ones are held against."""

from django.http import HttpRequest
from ninja import Query, Router, Schema

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.errors import Missing, in_its_state
from benchlab.api.finding import find_benchmark, find_experiment, find_run, find_server
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, Page, Text, answers
from benchlab.definitions.language.problems import Problem
from benchlab.models import Baseline
from benchlab.models.comparisons import pin_experiment, pin_run
from benchlab.timestamps import iso_utc

OF_RUN, OF_EXPERIMENT = "/runs/{int:number}/baseline", "/experiments/{int:number}/baselines"
NONE = "There is no baseline of its benchmark, server and parameters."

router = Router(tags=["Baselines"])


class Where(Schema):
    benchmark: Text = ""
    server: Text = ""


@router.get("/baselines", response=answers(Document), auth=may("view"))
def ls(request: HttpRequest, wanted: Query[Where], page: Query[Page]) -> Document:  # noqa: ARG001
    """The last pinned first; a run's own address tells the repeats that belong to it, too."""
    found = Baseline.objects.listed()
    if wanted.benchmark:
        found = found.filter(benchmark=find_benchmark(wanted.benchmark))
    if wanted.server:
        found = found.filter(server=find_server(wanted.server))
    return page_of(found, page, name="baselines", document=_listed)


@router.get(OF_RUN, response=answers(Document), auth=may("view"))
def show(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """What the run is to be held against: that of its benchmark, its server and its parameters."""
    return _document(_found([Baseline.objects.of(find_run(number))])[0])


@router.post(OF_RUN, response=answers(Document), auth=may("annotate_run"))
def pin(request: HttpRequest, number: int) -> Document:
    """Hold later runs of its kind against this one and its repeats, in the place of an earlier baseline."""
    pinned = find_run(number)
    with in_its_state():
        return _document(pin_run(pinned, by=signed_in(request)))


@router.delete(OF_RUN, response=answers(Document), auth=may("annotate_run"))
def unpin(request: HttpRequest, number: int) -> Document:  # noqa: ARG001
    """Hold runs of its kind against none, whichever of them was pinned."""
    return _unpinned([Baseline.objects.of(find_run(number))])[0]


@router.post(OF_EXPERIMENT, response=answers(list[Document]), auth=may("annotate_run"))
def pin_each(request: HttpRequest, number: int) -> list[Document]:
    """Pin a run of each of its combinations, which stands for its repeats."""
    pinned = find_experiment(number)
    with in_its_state():
        return [_document(each) for each in pin_experiment(pinned, by=signed_in(request))]


@router.delete(OF_EXPERIMENT, response=answers(list[Document]), auth=may("annotate_run"))
def unpin_each(request: HttpRequest, number: int) -> list[Document]:  # noqa: ARG001
    """Hold runs like those of its combinations against none."""
    experiment = find_experiment(number)
    with in_its_state():
        firsts = experiment.first_of_each_combination()
    return _unpinned([Baseline.objects.of(run) for run in firsts])


def _unpinned(found: list[Baseline | None]) -> list[Document]:
    """What is told of a baseline is told while it is one."""
    baselines = _found(found)
    told = [_document(each) for each in baselines]
    for each in baselines:
        each.unpin()
    return told


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
