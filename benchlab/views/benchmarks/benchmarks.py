"""Stored definitions, and launching them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from benchlab.charts.runs.launch_preview import preview_of
from benchlab.definitions.language.problems import Refused
from benchlab.forms.benchmarks.launch import LaunchForm, initial_of, initial_of_experiment
from benchlab.models import Benchmark, Experiment, Run
from benchlab.models.benchmarks import drafts, rehearse
from benchlab.views.accounts.permissions import may_launch, signed_in
from benchlab.views.benchmarks.layout_preview import layouts_shown

LAST_RUNS = 10


@require_GET
def benchmarks(request: HttpRequest) -> HttpResponse:
    return render(request, "benchmarks/list.html", {"benchmarks": Benchmark.objects.offered()})


@require_GET
def benchmark(request: HttpRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Benchmark, slug=slug)
    try:
        form = LaunchForm(shown, initial=_initial(request))
    except Refused as refused:  # Written for another version of the language.
        return render(request, "benchmarks/benchmark.html", {**_context(shown), "problems": refused.problems})
    return render(request, "benchmarks/benchmark.html", {**_context(shown), "form": form})


@require_POST
@may_launch
def launch(request: HttpRequest, slug: str) -> HttpResponse:
    launched = get_object_or_404(Benchmark, slug=slug)
    form = LaunchForm(launched, request.POST)
    if form.is_valid():
        try:
            known = {name: form.cleaned_data[name] for name in ("repeats", "label")}
            return redirect(launched.launch(form.servers, form.given, by=signed_in(request), **known))
        except Refused as refused:
            form.refuse(refused.problems)
    return render(request, "benchmarks/benchmark.html", {**_context(launched), "form": form}, status=422)


@require_POST
@may_launch
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What a launch would do, and the problems of its values; contacts no server."""
    form = LaunchForm(get_object_or_404(Benchmark, slug=slug), request.POST)
    shown = None
    if form.is_valid():
        try:
            shown = preview_of(drafts(form.benchmark.latest, form.servers, form.grid), form.grid)
        except Refused as refused:
            form.refuse(refused.problems)
    context = {"form": form, "preview": shown, "grid": form.grid}
    changed = request.POST.get("engines-of", form.engines_of) != form.engines_of
    return render(request, "benchmarks/preview.html", {**context, "engines_changed": changed})


@require_POST
@may_launch
def dry_run(request: HttpRequest, slug: str) -> HttpResponse:
    """Connect to the server and run each statement once."""
    form = LaunchForm(get_object_or_404(Benchmark, slug=slug), request.POST)
    if form.is_valid():
        try:
            form.refuse(rehearse(form.benchmark.latest, form.servers, form.grid).problems)
        except Refused as refused:
            form.refuse(refused.problems)
    return render(request, "benchmarks/dry_run.html", {"form": form})


@require_POST
@may_launch
def layouts(request: HttpRequest, slug: str) -> HttpResponse:
    """The layouts that the chosen servers create with these values."""
    form, shown = LaunchForm(get_object_or_404(Benchmark, slug=slug), request.POST), {}
    if form.is_valid():
        try:
            shown = layouts_shown(form.benchmark.latest, form.servers, form.grid)
        except Refused as refused:
            form.refuse(refused.problems)
    errors = [error for every in form.errors.values() for error in every]
    return render(request, "benchmarks/layout_preview/tables.html", {**shown, "errors": errors, "follows": "#launch"})


def _initial(request: HttpRequest) -> dict[str, Any]:
    """The values of the run or experiment to launch again, or the server in the address."""
    if request.GET.get("experiment", "").isdecimal():
        return initial_of_experiment(get_object_or_404(Experiment, pk=request.GET["experiment"]))
    if request.GET.get("from", "").isdecimal():
        return initial_of(get_object_or_404(Run, pk=request.GET["from"]))
    return {"server": request.GET["server"]} if "server" in request.GET else {}


def _context(shown: Benchmark) -> dict[str, Any]:
    runs = Run.objects.listed().filter(benchmark=shown)[:LAST_RUNS]
    return {"benchmark": shown, "runs": runs, "revisions": shown.revisions.select_related("created_by")[:LAST_RUNS]}
