"""Trends of benchmarks on servers, and regressions."""

from django.contrib import messages
from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from benchlab.charts.trends import TrendPage
from benchlab.definitions.language.problems import Refused
from benchlab.models import Benchmark, Regression, Run, Server, State, Triage
from benchlab.models.comparisons import Trend
from benchlab.models.comparisons.trend import choices
from benchlab.views.accounts.permissions import may_annotate, signed_in
from benchlab.views.refusals import chosen, say_why

MOST_LISTED = 200


@require_GET
def trends(request: HttpRequest) -> HttpResponse:
    finished = Run.objects.filter(state=State.FINISHED, servers__isnull=False).order_by()
    pairs = finished.values("benchmark__slug", "benchmark__title", "servers__name", "benchmark", "servers")
    counted = pairs.annotate(count=Count("pk"), last_at=Max("started_at")).order_by("-last_at")
    losses = Regression.objects.filter(state=Triage.NEW).order_by().values_list("benchmark", "server")
    open_losses = {(benchmark, server): count for benchmark, server, count in losses.annotate(Count("pk"))}
    found = [{**pair, "losses": open_losses.get((pair["benchmark"], pair["servers"]), 0)} for pair in counted]
    return render(request, "comparisons/trends/list.html", {"pairs": found})


@require_GET
def trend(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    benchmark, on = get_object_or_404(Benchmark, slug=slug), get_object_or_404(Server, name=name)
    keys = [each.key for each in choices(benchmark, on)]
    default, instead = next(iter(keys), ""), "showing runs with the most frequent parameters"
    page = TrendPage(Trend(benchmark, on, chosen(request, "choice", keys, default=default, instead=instead)))
    return render(request, "comparisons/trends/trend.html", {"page": page, "trend": page.trend})


@require_GET
def regressions(request: HttpRequest) -> HttpResponse:
    shown = chosen(request, "state", Triage.values, default=Triage.NEW, instead="showing new regressions")
    counts = (
        Regression.objects.order_by()
        .values("state")
        .aggregate(**{state: Count("pk", filter=Q(state=state)) for state in Triage.values})
    )
    tabs = [(state.value, state.label, counts[state.value]) for state in Triage]
    found = Regression.objects.filter(state=shown).listed()[:MOST_LISTED]
    context = {"regressions": found, "shown": shown, "tabs": tabs, "states": Triage.choices}
    return render(request, "comparisons/trends/regressions.html", context)


@require_POST
@may_annotate
def triage(request: HttpRequest, pk: int) -> HttpResponse:
    triaged = get_object_or_404(Regression, pk=pk)
    before = triaged.state
    try:
        triaged.triage(request.POST.get("state", ""), by=signed_in(request), reason=request.POST.get("reason", ""))
    except Refused as refused:
        say_why(request, refused)
    else:
        messages.success(request, f"The regression since run {triaged.run_id} is marked as {triaged.state}.")
    return redirect(f"{reverse('regressions')}?state={before}")
