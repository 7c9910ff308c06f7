"""Schedules: what comes when, what came of it, and what may be done to one."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from benchlab.definitions.language.problems import Refused
from benchlab.definitions.schedule_times import Timetable, zones
from benchlab.forms.benchmarks.launch import initial_of
from benchlab.forms.schedules.schedules import ScheduleForm, initial_of_schedule
from benchlab.models import Benchmark, Run, Schedule
from benchlab.models.schedules import scheduler
from benchlab.models.schedules.schedule import COMING
from benchlab.views.accounts.permissions import may_launch, signed_in
from benchlab.views.refusals import say_why

OCCURRENCES_A_PAGE = 50


@require_GET
def schedules(request: HttpRequest) -> HttpResponse:
    return render(request, "schedules/list.html", {"schedules": Schedule.objects.with_last()})


@require_GET
def schedule(request: HttpRequest, name: str) -> HttpResponse:
    shown = _schedule(name)
    page = Paginator(shown.occurrences.listed(), OCCURRENCES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "schedules/schedule.html", {"schedule": shown, "page": page})


@require_http_methods(["GET", "POST"])
@may_launch
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """For a benchmark; with the values of a run that is named."""
    benchmark = get_object_or_404(Benchmark, slug=slug)
    run = benchmark.runs.filter(pk=request.GET["from"]).first() if request.GET.get("from", "").isdecimal() else None
    return _form(request, Schedule(benchmark=benchmark), lambda: _initial(benchmark, run))


@require_http_methods(["GET", "POST"])
@may_launch
def edit(request: HttpRequest, name: str) -> HttpResponse:
    edited = _schedule(name)
    return _form(request, edited, lambda: initial_of_schedule(edited))


@require_GET
@may_launch
def times(request: HttpRequest) -> HttpResponse:
    """The next times of what is being written."""
    try:
        timetable = Timetable.read(request.GET.get("when", ""), request.GET.get("zone", ""))
    except Refused as refused:
        return render(request, "schedules/times.html", {"problems": refused.problems})
    coming = timetable.next_times(timezone.now(), COMING)
    return render(request, "schedules/times.html", {"times": coming, "timetable": timetable})


@require_POST
@may_launch
def run_now(request: HttpRequest, name: str) -> HttpResponse:
    launched = _schedule(name)
    try:
        return redirect(scheduler.launch_now(launched, by=signed_in(request)))
    except Refused as refused:
        say_why(request, refused)
        return redirect(launched)


@require_POST
@may_launch
def pause(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001
    paused = _schedule(name)
    paused.pause()
    return redirect(paused)


@require_POST
@may_launch
def resume(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001
    resumed = _schedule(name)
    resumed.resume()
    return redirect(resumed)


@require_POST
@may_launch
def delete(request: HttpRequest, name: str) -> HttpResponse:
    _schedule(name).remove()
    messages.success(request, f"The schedule {name} is deleted. What it launched is kept.")
    return redirect("schedules")


def _form(request: HttpRequest, edited: Schedule, initial: Callable[[], dict[str, Any]]) -> HttpResponse:
    try:
        form = ScheduleForm(edited, request.POST or None, initial=initial())
    except Refused as refused:  # The definition was written for another version of the language.
        say_why(request, refused)
        return redirect(edited.benchmark)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(form.keep(by=signed_in(request)))
        except Refused as refused:
            form.refuse(refused.problems)
    context = {"form": form, "benchmark": edited.benchmark, "schedule": edited, "zones": zones()}
    return render(request, "schedules/form.html", context, status=422 if form.errors else 200)


def _initial(benchmark: Benchmark, run: Run | None) -> dict[str, Any]:
    return {"name": f"nightly-{benchmark.slug}"[:64], **(initial_of(run) if run else {})}


def _schedule(name: str) -> Schedule:
    return get_object_or_404(Schedule.objects.select_related("benchmark", "revision", "owner"), name=name)
