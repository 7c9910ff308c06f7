"""Stored definitions, and launching them."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from benchlab.charts.preview import preview_of
from benchlab.definitions.problems import Refused
from benchlab.forms.launch import LaunchForm, initial_of
from benchlab.models import Benchmark, Run
from benchlab.views.signed_in import may_launch, signed_in

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
            label = form.cleaned_data["label"]
            return redirect(launched.queue_run(form.servers, form.values, by=signed_in(request), label=label))
        except Refused as refused:
            form.refuse(refused.problems)
    return render(request, "benchmarks/benchmark.html", {**_context(launched), "form": form}, status=422)


@require_POST
@may_launch
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """What a launch would do, and a sentence for each value that can not be; asks no server."""
    form = LaunchForm(get_object_or_404(Benchmark, slug=slug), request.POST)
    plan = None
    if form.is_valid():
        try:
            plan = form.benchmark.draft(form.servers, form.values)
        except Refused as refused:
            form.refuse(refused.problems)
    return render(request, "benchmarks/preview.html", {"form": form, "preview": preview_of(plan) if plan else None})


@require_POST
@may_launch
def rehearsal(request: HttpRequest, slug: str) -> HttpResponse:
    """Connect and try each kind of statement once."""
    form = LaunchForm(get_object_or_404(Benchmark, slug=slug), request.POST)
    if form.is_valid():
        try:
            given = {name: str(value) for name, value in form.values.items()}
            form.refuse(tuple(form.benchmark.rehearse(form.servers, form.definition.grid(given))))
        except Refused as refused:
            form.refuse(refused.problems)
    return render(request, "benchmarks/rehearsal.html", {"form": form})


def _initial(request: HttpRequest) -> dict[str, Any]:
    """The values of the run that is launched again, or the server that was come from."""
    if request.GET.get("from", "").isdecimal():
        return initial_of(get_object_or_404(Run, pk=request.GET["from"]))
    return {"server": request.GET["server"]} if "server" in request.GET else {}


def _context(shown: Benchmark) -> dict[str, Any]:
    runs = Run.objects.listed().filter(benchmark=shown)[:LAST_RUNS]
    return {"benchmark": shown, "runs": runs, "revisions": shown.revisions.select_related("created_by")[:LAST_RUNS]}
