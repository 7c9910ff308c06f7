"""Layouts and load decay of runs side by side."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchlab.charts.layouts import layouts_side_by_side
from benchlab.charts.layouts.layout_comparison import with_different_layouts
from benchlab.charts.runs.load_decay_chart import growth_side_by_side
from benchlab.models import Run

MOST = 12
"""Curves in one chart; more cannot be distinguished."""


@require_GET
def side_by_side(request: HttpRequest) -> HttpResponse:
    """Layouts and load decay of the runs in the address, in its order."""
    runs = _named(request.GET.getlist("run"))
    named = [(_label(run), run) for run in runs]
    page = "comparisons/side_by_side/parts.html" if request.htmx else "comparisons/side_by_side/page.html"  # type: ignore[attr-defined]
    parts = {"beside": layouts_side_by_side(with_different_layouts(named)), "growth": growth_side_by_side(named)}
    return render(request, page, {**parts, "runs": runs})


def _named(numbers: list[str]) -> list[Run]:
    """Those that exist."""
    wanted = [int(number) for number in dict.fromkeys(numbers) if number.isdecimal() and len(number) < 16][:MOST]
    found = Run.objects.select_related("experiment", "benchmark").in_bulk(wanted)
    return [found[number] for number in wanted if number in found]


def _label(run: Run) -> str:
    """The combination if it belongs to an experiment, otherwise its label or number."""
    words = run.experiment.cell_words(run.cell) if run.experiment else ""
    return words or run.label or f"run {run.pk}"
