"""The home page: active runs, recent runs, and first steps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from benchlab.charts.experiments.active_runs_and_experiments import active_experiments, active_runs
from benchlab.definitions.language.problems import Refused
from benchlab.models import Benchmark, Run, Server
from benchlab.models.benchmarks import demo
from benchlab.views.accounts.permissions import may_launch, signed_in
from benchlab.views.refusals import say_why

LAST_RUNS = 8


@require_GET
def first_page(request: HttpRequest) -> HttpResponse:
    happening = {"now": active_runs(), "experiments": active_experiments()}
    context = {**happening, "runs": _last_runs()}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "home/home.html#happening", context)
    offers = {"own_server": Server.objects.filter(sandbox="").exists(), "demo_was_missed": demo.was_missed()}
    return render(request, "home/home.html", {**context, **offers, "benchmarks": Benchmark.objects.offered()})


@require_POST
@may_launch
def run_demo(request: HttpRequest) -> HttpResponse:
    try:
        return redirect(demo.launch(by=signed_in(request)))
    except Refused as refused:
        say_why(request, refused)
        return redirect("home")


def _last_runs() -> list[Run]:
    return Run.objects.listed().in_order(Run.objects.ended().values_list("pk", flat=True)[:LAST_RUNS])
