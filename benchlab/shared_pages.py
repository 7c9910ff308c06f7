"""The pages that links share, made without a request: nothing on them depends on who asks."""

from collections.abc import Collection, Mapping
from typing import Any

from django.http import QueryDict
from django.template.loader import render_to_string
from django.templatetags.static import static

from benchlab.charts.shared import SharedComparison, SharedExperiment, SharedRun, SharedTrend
from benchlab.definitions.problems import Refused
from benchlab.forms.comparing import MOST_DIGITS, Choice
from benchlab.models import Benchmark, Experiment, Run, Server, Shared, ShareLink
from benchlab.models.comparing import compared
from benchlab.models.trend import Trend

SharedPage = SharedRun | SharedComparison | SharedExperiment | SharedTrend
PICTOGRAMS, SHEET = "benchlab/icons.svg", "{pictograms}"
"""The sheet's address changes with its content; a frozen page has a word in its place."""


def page_of(kind: str, query: str, reveals: Collection[str]) -> SharedPage | None:
    """What the query names, as it is now; nothing where it is not there (any more)."""
    return _PAGES[kind](QueryDict(query), reveals) if kind in _PAGES else None


def lasting(kind: str, given: QueryDict) -> str:
    """The query that names the same for ever: of an experiment that is compared, its runs. May be Refused."""
    if kind == Shared.COMPARISON:
        return Choice.of(given).query()
    told = given.copy()
    told.pop("kind", None)
    return told.urlencode()


def content_of(page: SharedPage) -> dict[str, str]:
    """The page's inside and its preview, as a frozen link keeps them."""
    html = render_to_string(f"shared/{page.kind}.html", {"page": page})
    return {"description": page.description, "html": html.replace(static(PICTOGRAMS), SHEET)}


def whole(link: ShareLink) -> str | None:
    """The whole page of a link; nothing where what it shows is gone."""
    page = None if link.is_frozen else page_of(link.kind, link.query, link.reveals)
    content = content_of(page) if page else link.frozen
    return _framed(link, content) if content else None


def _framed(link: ShareLink, content: Mapping[str, str]) -> str:
    html = content["html"].replace(SHEET, static(PICTOGRAMS))
    return render_to_string("shared/page.html", {"link": link, "description": content["description"], "content": html})


def _run(given: QueryDict, reveals: Collection[str]) -> SharedRun | None:
    rows = Run.objects.select_related("benchmark", "revision", "created_by")
    run = rows.filter(pk=_number(given, "run")).first()
    return SharedRun(run, reveals) if run else None


def _experiment(given: QueryDict, reveals: Collection[str]) -> SharedExperiment | None:
    rows = Experiment.objects.select_related("benchmark", "revision", "created_by")
    experiment = rows.filter(pk=_number(given, "experiment")).first()
    return SharedExperiment(experiment, reveals) if experiment else None


def _comparison(given: QueryDict, reveals: Collection[str]) -> SharedComparison | None:
    try:
        choice = Choice.of(given)
        found = compared(choice.runs, against=choice.against, factors=choice.factors, anyway=choice.anyway)
    except Refused:
        return None
    return SharedComparison(found, reveals, phase=choice.phase)


def _trend(given: QueryDict, reveals: Collection[str]) -> SharedTrend | None:
    benchmark = Benchmark.objects.filter(slug=given.get("benchmark")).first()
    on = Server.objects.filter(name=given.get("server")).first()
    return SharedTrend(Trend(benchmark, on, given.get("choice", "")), reveals) if benchmark and on else None


def _number(given: QueryDict, name: str) -> int:
    told = given.get(name, "")
    return int(told) if told.isdecimal() and len(told) <= MOST_DIGITS else 0


_PAGES: Mapping[str, Any] = {
    Shared.RUN: _run,
    Shared.COMPARISON: _comparison,
    Shared.EXPERIMENT: _experiment,
    Shared.TREND: _trend,
}
