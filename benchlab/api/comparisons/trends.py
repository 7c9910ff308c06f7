"""Trends of a benchmark on a server, and regressions."""

from typing import Literal

from django.http import HttpRequest
from ninja import Query, Router, Schema
from pydantic import Field

from benchlab.api.accounts.access import may, signed_in
from benchlab.api.errors import Missing
from benchlab.api.finding import find_benchmark, find_server
from benchlab.api.lists import page_of
from benchlab.api.shapes import Document, Page, answers
from benchlab.definitions.language.problems import Problem
from benchlab.models import Regression
from benchlab.models.comparisons import Trend
from benchlab.models.comparisons.trend import choices

router = Router(tags=["Trends"])
regressions = Router(tags=["Trends"])

TriageWord = Literal["new", "explained", "accepted", "fixed"]


class Which(Schema):
    choice: str = Field("", max_length=64)
    """The key of one of ``choices``; default: the one with the most runs."""


class RegressionFilter(Schema):
    state: TriageWord = "new"


class TriageOutcome(RegressionFilter):
    reason: str = Field("", max_length=500)


@router.get("/{name}/{server}", response=answers(Document), auth=may("view"))
def show(request: HttpRequest, name: str, server: str, which: Query[Which]) -> Document:  # noqa: ARG001
    """All runs with the same parameters, their change points, and other choices of parameters."""
    benchmark, on = find_benchmark(name), find_server(server)
    offered = choices(benchmark, on)
    keys = [each.key for each in offered]
    if which.choice and which.choice not in keys:
        raise Missing([Problem("choice", "No finished run has these parameters; see the other choices.")])
    shown = Trend(benchmark, on, which.choice or next(iter(keys), ""))
    return {"choice": shown.choice, "choices": [vars(each) for each in offered], **shown.to_json()}


@regressions.get("", response=answers(Document), auth=may("view"))
def ls(request: HttpRequest, wanted: Query[RegressionFilter], page: Query[Page]) -> Document:  # noqa: ARG001
    found = Regression.objects.filter(state=wanted.state).listed()
    return page_of(found, page, name="regressions", document=Regression.to_json)


@regressions.post("/{int:number}/triage", response=answers(Document), auth=may("annotate_run"))
def triage(request: HttpRequest, number: int, given: TriageOutcome) -> Document:
    """Triage a regression; any state but “new” needs a reason."""
    found = Regression.objects.listed().filter(pk=number).first()
    if found is None:
        raise Missing([Problem("regression", f"There is no regression {number}.")])
    found.triage(given.state, by=signed_in(request), reason=given.reason)
    return found.to_json()
