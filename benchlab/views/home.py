"""The first page: what runs now, what ran last, and where a newcomer begins."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from benchlab.charts.now import experiments_going_on, going_on
from benchlab.models import Benchmark, Run, Server

LAST_RUNS = 8


@require_GET
def first_page(request: HttpRequest) -> HttpResponse:
    happening = {"now": going_on(), "experiments": experiments_going_on()}
    context = {**happening, "runs": Run.objects.listed().ended()[:LAST_RUNS]}
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "home/home.html#happening", context)
    own_server = Server.objects.filter(sandbox="").exists()
    return render(
        request, "home/home.html", {**context, "own_server": own_server, "benchmarks": Benchmark.objects.offered()}
    )
