"""The kinds of shared pages, and how a link's query names one."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.http import QueryDict
from django.urls import reverse

from benchlab.charts.publishing import SharedComparison, SharedExperiment, SharedRun, SharedTrend
from benchlab.charts.render.chart_json import Chart
from benchlab.charts.reports.shared_report import SharedReport
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.forms.comparisons.comparison import MOST_DIGITS, ComparisonChoice
from benchlab.models import Benchmark, Experiment, Report, Reveal, Run, Server, Shared
from benchlab.models.comparisons import Trend, compare_as_groups
from benchlab.models.comparisons.trend import choices

NOTHING = "There is no such page to share. What can be shared has “Share” on its page."


class SharedPage(Protocol):
    """What a link can lead to, drawn by ``publishing/shared_pages/KIND.html`` without anything that needs a sign-in."""

    @property
    def kind(self) -> str: ...

    @property
    def offers(self) -> Collection[Reveal]:
        """What of it is left out unless the sharer ticks it."""

    @property
    def title(self) -> str: ...

    @property
    def description(self) -> str:
        """For the preview: a sentence with the main figures."""

    @property
    def distrust(self) -> str:
        """Why its figures are not reliable; shown before anything else."""

    @property
    def preview(self) -> Chart | None:
        """The chart in the social preview."""


@dataclass(frozen=True)
class PageKind:
    """``page`` is nothing where what the query names is not there (any more)."""

    page: Callable[[QueryDict, Collection[str]], SharedPage | None]
    address: Callable[[QueryDict], str]
    """Where those who are signed in see the same."""


def page_of(kind: str, query: str, reveals: Collection[str]) -> SharedPage | None:
    """What the query names, as it is now; nothing where it is not there (any more)."""
    return _KINDS[kind].page(QueryDict(query), reveals) if kind in _KINDS else None


def page_to_share(kind: str, given: QueryDict) -> tuple[SharedPage, str]:
    """What is to be shared, and the query that names the same for ever; Refused where there is nothing."""
    query = _lasting(kind, given)
    if (page := page_of(kind, query, ())) is None:
        raise Refused([Problem("query", NOTHING)])
    return page, query


def address_of(kind: str, query: str) -> str:
    return _KINDS[kind].address(QueryDict(query))


def _lasting(kind: str, given: QueryDict) -> str:
    """Of an experiment that is compared, its runs; Refused where one is not there."""
    if kind == Shared.COMPARISON:
        choice = ComparisonChoice.of(given)
        if choice.left.deleted:
            raise Refused([Problem("query", NOTHING)])
        return choice.query()
    told = QueryDict(mutable=True)
    told.update({name: str(given[name]) for name in NAMED_BY.get(kind, ()) if name in given})
    return told.urlencode()


NAMED_BY: Mapping[str, tuple[str, ...]] = {
    Shared.RUN: ("run",),
    Shared.EXPERIMENT: ("experiment",),
    Shared.TREND: ("benchmark", "server", "choice"),
    Shared.REPORT: ("report",),
}


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
        asked = ComparisonChoice.of(given)
        choice = asked.left
        if asked.against and not choice.against:  # Those that are left were never to be held against each other.
            return None
        found = compare_as_groups(choice.runs, against=choice.against, factors=choice.factors, anyway=choice.anyway)
    except Refused:
        return None
    return SharedComparison(found, reveals, phase=choice.phase, deleted=choice.deleted)


def _trend(given: QueryDict, reveals: Collection[str]) -> SharedTrend | None:
    benchmark = Benchmark.objects.filter(slug=given.get("benchmark")).first()
    on = Server.objects.filter(name=given.get("server")).first()
    if benchmark is None or on is None:
        return None
    choice = given.get("choice") or next((each.key for each in choices(benchmark, on)), "")
    return SharedTrend(Trend(benchmark, on, choice), reveals)


def _report(given: QueryDict, reveals: Collection[str]) -> SharedReport | None:
    report = Report.objects.select_related("created_by").filter(pk=_number(given, "report")).first()
    return SharedReport(report, reveals) if report else None


def _number(given: QueryDict, name: str) -> int:
    told = given.get(name, "")
    return int(told) if told.isdecimal() and len(told) <= MOST_DIGITS else 0


def _trend_address(given: QueryDict) -> str:
    return f"{reverse('trend', args=[given['benchmark'], given['server']])}?choice={given.get('choice', '')}"


_KINDS: Mapping[str, PageKind] = {
    Shared.RUN: PageKind(_run, lambda given: reverse("run", args=[given["run"]])),
    Shared.COMPARISON: PageKind(_comparison, lambda given: f"{reverse('comparison')}?{given.urlencode()}"),
    Shared.EXPERIMENT: PageKind(_experiment, lambda given: reverse("experiment", args=[given["experiment"]])),
    Shared.TREND: PageKind(_trend, _trend_address),
    Shared.REPORT: PageKind(_report, lambda given: reverse("report", args=[given["report"]])),
}
