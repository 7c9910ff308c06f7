"""Layout previews: the partitions that servers create from a definition."""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from benchlab.charts.layouts import partition_bounds
from benchlab.definitions.language.problems import Refused
from benchlab.definitions.parameters.experiment_grid import Grid
from benchlab.forms.benchmarks.definitions import TrialForm
from benchlab.models import Revision, Server
from benchlab.models.benchmarks.layout_preview import preview


def layouts_shown(revision: Revision, servers: Sequence[Server], grid: Grid) -> dict[str, Any]:
    """The template's context. Raises Refused if these values give no plan."""
    previews, total = preview(revision, servers, grid)
    drawn = [(each, partition_bounds.tables_of(each.rows, each.tables)) for each in previews]
    return {"previews": drawn, "more": total - len(drawn)}


def show_layouts_of_defaults(request: HttpRequest, revision: Revision) -> HttpResponse:
    """With default parameters, on the posted server."""
    form = TrialForm(request.POST)
    try:
        shown = layouts_shown(revision, [form.cleaned_data["server"]], Grid({})) if form.is_valid() else {}
    except Refused as refused:
        shown = {"errors": [each.message for each in refused.problems]}
    return render(request, "benchmarks/layout_preview/tables.html", {"errors": form.errors.get("server"), **shown})
