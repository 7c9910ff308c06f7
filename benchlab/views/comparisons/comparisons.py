"""Comparisons; the address contains the whole selection."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchlab.analysis.comparisons.paired_combinations import Pairings
from benchlab.charts.comparisons import ComparisonPage
from benchlab.charts.layouts import layouts_side_by_side
from benchlab.charts.layouts.layout_comparison import with_different_layouts
from benchlab.charts.runs.load_decay_chart import growth_side_by_side
from benchlab.charts.runs.varying_parameters import differing_parameters
from benchlab.definitions.language.problems import Refused
from benchlab.forms.comparisons.comparison import ComparisonChoice
from benchlab.models import Run, State
from benchlab.models.comparisons import compare_as_groups, compare_by_pairs
from benchlab.views.refusals import chosen

OFFERED = 30


@require_GET
def comparison(request: HttpRequest) -> HttpResponse:
    try:
        choice = ComparisonChoice.of(request.GET)
        if len(choice.chosen) < 2:
            return render(request, "comparisons/choosing.html", _offered(choice))
        found = compare_by_pairs(choice.runs, against=choice.against, factors=choice.factors, anyway=choice.anyway)
    except Refused as refused:
        context = {"problems": refused.problems, **_offered(ComparisonChoice())}
        return render(request, "comparisons/choosing.html", context, status=422)
    if isinstance(found, Pairings):
        pages = [(pair.label, ComparisonPage(pair.comparison)) for pair in found.pairs]
        return render(request, "comparisons/pairs.html", {"pairs": found, "pair_pages": pages, **_offered(choice)})
    page = ComparisonPage(found, phase=choice.phase, why=choice.why)
    drawn = f"showing {page.phase}" if page.phase else "no phase is shown"
    chosen(request, "phase", page.phases, default="", instead=drawn)
    return render(request, "comparisons/comparison.html", {"page": page, **_offered(choice)})


@require_GET
def tables(request: HttpRequest) -> HttpResponse:
    """Layouts and load decay, loaded when scrolled into view because they read the layouts of all runs."""
    try:
        choice = ComparisonChoice.of(request.GET)
        page = ComparisonPage(compare_as_groups(choice.runs, against=choice.against, factors=choice.factors))
    except Refused:
        raise Http404("There is nothing to compare.") from None
    part = "#tables" if request.htmx else ""  # type: ignore[attr-defined]
    parts = {
        "beside": layouts_side_by_side(with_different_layouts(page.firsts)),
        "growth": growth_side_by_side(page.firsts),
    }
    return render(request, f"comparisons/tables.html{part}", parts)


def _offered(choice: ComparisonChoice) -> dict[str, Any]:
    """The chosen runs, and other recent finished runs of their benchmarks."""
    listed = Run.objects.listed().with_parameters()
    chosen = listed.in_bulk(choice.chosen)
    others = listed.filter(state=State.FINISHED).exclude(pk__in=chosen)
    if chosen:
        others = others.filter(benchmark__in={run.benchmark_id for run in chosen.values()})
    offered = [*(chosen[number] for number in choice.chosen if number in chosen), *others[:OFFERED]]
    return {"choice": choice, "offered": offered, "apart": differing_parameters(offered)}
