"""The source of a section: the run, experiment, comparison or trend that its query names."""

from collections.abc import Collection
from functools import cache
from typing import Any

from django.http import QueryDict

from benchlab.charts.reports.comparison_parts import ReportedComparison
from benchlab.charts.reports.document_pieces import Parts
from benchlab.charts.reports.experiment_parts import ReportedExperiment
from benchlab.charts.reports.run_parts import ReportedRun
from benchlab.charts.reports.trend_parts import ReportedTrend
from benchlab.definitions.language.problems import Problem, Refused
from benchlab.models import Benchmark, Experiment, ReportSection, Reveal, Run, Server
from benchlab.models.comparisons import Trend, compare_as_groups
from benchlab.models.publishing.report import SectionKind

Source = ReportedRun | ReportedExperiment | ReportedComparison | ReportedTrend
DELETED = "{name} was deleted: what stood here is gone."
EVERYTHING = frozenset(Reveal.values)
"""What a signed-in person sees."""


class Gone(Refused):
    """It is not there any more; the sentence says what."""

    def __init__(self, sentence: str) -> None:
        super().__init__([Problem("source", sentence)])


class Deleted(Gone):
    """What was there when the section was made."""

    def __init__(self, name: str) -> None:
        super().__init__(DELETED.format(name=f"{name[0].upper()}{name[1:]}"))
        self.name = name


class Sources:
    """Those of one report: what several sections are about is read once."""

    def __init__(self, reveals: Collection[str]) -> None:
        self._find = cache(lambda kind, query: found(kind, query, reveals))
        self.are_told_whole = set(reveals) >= EVERYTHING
        """Whether who reads it may know their addresses, which hold names of servers."""

    def of(self, kind: str, query: str) -> Source:
        """Raises Gone."""
        return self._find(kind, query)


def found(kind: str, query: str, reveals: Collection[str]) -> Source:
    """Raises Gone."""
    source: Source = _FINDERS[kind](QueryDict(query), reveals)
    return source


def found_for_new_section(kind: str, query: str) -> Source:
    """For a new section; what is not there need not have been deleted. Raises Gone."""
    try:
        return found(kind, query, EVERYTHING)
    except Deleted as deleted:
        raise Gone(f"There is no {deleted.name.removesuffix(',')}.") from None


def titles(parts: Parts) -> dict[str, str]:
    """What can be chosen, as people are asked."""
    return {key: part.title for key, part in parts.items()}


def usual(parts: Parts) -> list[str]:
    """What is shown unless one chooses."""
    return [key for key, part in parts.items() if part.is_usual]


def offers_of(section: ReportSection) -> dict[str, str]:
    """Includes parts that it shows and that are gone, so that saving does not lose them."""
    if section.kind == SectionKind.TEXT:
        return {}
    kept = {key: f"{key}, which is not there any more" for key in section.shows}
    try:
        return {**kept, **titles(found(section.kind, section.query, EVERYTHING).parts)}
    except Gone:
        return kept


def _run(given: QueryDict, reveals: Collection[str]) -> ReportedRun:
    number = given.get("run", "")
    run = Run.objects.select_related("benchmark", "revision", "created_by").filter(pk=_number(number)).first()
    if run is None:
        raise Deleted(f"run {number}")
    return ReportedRun(run, reveals)


def _experiment(given: QueryDict, reveals: Collection[str]) -> ReportedExperiment:
    number = given.get("experiment", "")
    rows = Experiment.objects.select_related("benchmark", "revision", "created_by")
    experiment = rows.filter(pk=_number(number)).first()
    if experiment is None:
        raise Deleted(f"experiment {number}")
    return ReportedExperiment(experiment, reveals)


def _comparison(given: QueryDict, reveals: Collection[str]) -> ReportedComparison:
    runs, against = ([_number(each) for each in given.getlist(name)] for name in ("run", "against"))
    known = set(Run.objects.filter(pk__in=[*runs, *against]).values_list("pk", flat=True))
    if missing := [number for number in (*against, *runs) if number not in known]:
        raise Deleted(f"run {missing[0]}, which the comparison needs,")
    try:
        found = compare_as_groups(
            runs, against=against, factors=given.getlist("factor"), anyway=given.get("anyway") == "1"
        )
    except Refused as refused:
        raise Gone(f"The comparison can not be made: {refused.problems[0].message}") from refused
    return ReportedComparison(found, reveals, phase=given.get("phase", ""), query=given.urlencode())


def _trend(given: QueryDict, reveals: Collection[str]) -> ReportedTrend:
    benchmark = Benchmark.objects.filter(slug=given.get("benchmark")).first()
    server = Server.objects.filter(name=given.get("server")).first()
    if benchmark is None or server is None:
        raise Deleted("the benchmark or the server of the trend")
    return ReportedTrend(Trend(benchmark, server, given.get("choice", "")), reveals)


def _number(told: str) -> int:
    return int(told) if told.isdecimal() and len(told) <= 15 else 0


_FINDERS: dict[str, Any] = {
    SectionKind.RUN: _run,
    SectionKind.EXPERIMENT: _experiment,
    SectionKind.COMPARISON: _comparison,
    SectionKind.TREND: _trend,
}
